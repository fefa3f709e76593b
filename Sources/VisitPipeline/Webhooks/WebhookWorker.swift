internal import Dispatch
package import HTTPTransport
internal import SQLiteStorage
internal import Synchronization
package import VisitModel
package import VisitStore
internal import WebhookDelivery

/// The sender of queued messages, which records the outcome of every attempt.
///
/// ```
/// VisitStore: what is due ─▶ DeliveryScheduler.fetchDue ─▶ transport.send (many at once) ─▶ mailbox
///        ▲                                                                               │
///        └───────────── DeliveryScheduler.record: verdicts, one transaction ◀─────────────────┘
/// ```
///
/// The decisions are in `DeliveryScheduler`; this is the loop around it. One process at a time sends a database's
/// messages. An attempt that was in progress when the process ended is repeated by the next one, with the same message
/// id.
package final class WebhookWorker: Sendable {
    enum Message: Sendable {
        case outcome(DeliveryScheduler.Outcome)
        /// It is time to look for due messages.
        case tick
        /// There may be new messages.
        case wake
        /// No more attempts are to be started.
        case stop
        /// Attempts in progress are to be cancelled.
        case cancel
    }

    let store: VisitStore
    let transport: any HTTPSending
    let options: WorkerOptions
    let now: @Sendable () -> Timestamp
    /// Called on any thread with messages to the operator.
    let report: @Sendable (DeliveryReportLine) -> Void
    let mailbox = MessageQueue<Message>()
    private let scheduler: Mutex<DeliveryScheduler>
    /// The queue that waits for the database, instead of the threads that other tasks need.
    private let queue = DispatchQueue(label: "footfall.delivery")

    /// Decrypts the secrets of the database's endpoints; throws `VisitPipelineError` with code `keyFile`.
    package init(
        store: VisitStore,
        keyFile: WebhookKeyFile,
        transport: any HTTPSending,
        options: WorkerOptions = WorkerOptions(),
        now: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (DeliveryReportLine) -> Void = { _ in }
    ) throws {
        self.store = store
        self.transport = transport
        self.options = options
        self.now = now
        self.report = report
        self.scheduler = Mutex(
            DeliveryScheduler(
                store: store,
                // Without endpoints there may be no key; the first endpoint's secret is encrypted with the one created
                // here.
                cipher: try store.endpoints.all().isEmpty ? keyFile.openOrCreate() : keyFile.open(),
                totalLimit: options.totalLimit,
                timeout: options.timeout,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    /// Signals that there may be new messages; those queued by other processes are found by polling.
    package func wake() { mailbox.append(.wake) }

    /// Starts no more attempts, waits for those in progress up to `WorkerOptions.stopPatience`, and lets `run()`
    /// return.
    package func stop() { mailbox.append(.stop) }

    /// Accesses the scheduler on a separate queue, and not on the threads that other tasks need.
    func withScheduler<Value: Sendable>(
        _ body: @escaping @Sendable (inout DeliveryScheduler) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try scheduler.withLock { try body(&$0) } })
            }
        }
    }
}

extension WebhookWorker {
    /// Sends the due messages until none is left that may be sent now, and returns.
    ///
    /// Messages that are due later, belong to a disabled endpoint, or wait for a rate-limited endpoint stay queued.
    /// Throws `VisitPipelineError` with code `deliveringElsewhere`.
    package func deliverDue() async throws -> DeliverySummary { try await work(untilIdle: true) }

    /// Sends messages as they become due, until `stop()` or the task's cancellation.
    ///
    /// An error of the database is reported and the write retried: unrecorded outcomes stay in memory until they are
    /// written. A stopping worker retries as long as `WorkerOptions.stopPatience` lasts. Throws `VisitPipelineError`
    /// with code `deliveringElsewhere`, and `StorageError` where a stopping worker could not record outcomes, which the
    /// next worker sends again.
    @discardableResult
    package func run() async throws -> DeliverySummary {
        try await withTaskCancellationHandler {
            try await work(untilIdle: false)
        } onCancel: {
            mailbox.append(.cancel)
        }
    }

    private func work(untilIdle: Bool) async throws -> DeliverySummary {
        let lock = try FileLock.delivery(ofDatabase: store.path)
        defer { withExtendedLifetime(lock) {} }
        mailbox.append(.tick)
        return try await withDiscardingTaskGroup(returning: Result<DeliverySummary, any Error>.self) { group in
            defer { group.cancelAll() }
            group.addTask { await self.tick() }
            var round = DeliveryRound(underWay: await underWayCount())
            var isFailing = false
            while true {
                var problem: (any Error)?
                round.process(await mailbox.next())
                if round.isCancelled { group.cancelAll() }
                do {
                    let step = try await recordAndFetch(&round)
                    for attempt in step.tries { group.addTask { await self.send(attempt) } }
                    problem = step.problem
                } catch {
                    problem = error
                }
                if let problem {
                    if untilIdle || (round.isCancelled && round.isOver) {
                        // A later run of this worker records them.
                        for outcome in round.outcomes { mailbox.append(.outcome(outcome)) }
                        return .failure(problem)
                    }
                    if !isFailing { report(.error("\(problem)")) }
                }
                isFailing = problem != nil
                if round.wasStopRequested {
                    round.wasStopRequested = false
                    group.addTask { await self.cancelLater() }
                }
                let isIdle = round.underWay == 0 && round.outcomes.isEmpty
                if isIdle, untilIdle || round.isStopping { return .success(round.summary) }
            }
        }.get()
    }

    private func recordAndFetch(_ round: inout DeliveryRound) async throws -> DeliveryRound.Step {
        let (outcomes, isStopping, refresh) = (round.outcomes, round.isStopping, round.refresh)
        let (options, now, store) = (options, now, store)
        let mark = round.mark
        let step = try await withScheduler { scheduler -> DeliveryRound.Step in
            let time = now()
            var step = DeliveryRound.Step(notices: try scheduler.record(outcomes, time), mark: mark)
            do {
                if refresh != .none {
                    var current = try store.outbox.mark()
                    do {
                        try Self.publishCollected(&current, at: time, in: store)
                    } catch {
                        // What is queued is sent in any case.
                        step.problem = error
                    }
                    // A redelivered old message does not change the mark, so everything is refreshed now and then.
                    if refresh == .thorough || current != mark { step.notices += try scheduler.refresh() }
                    step.mark = current
                }
                if refresh == .thorough {
                    let past = time.advanced(by: .zero - options.retention)
                    // Bounded, so that due messages do not wait for it.
                    for _ in 0..<20 where try store.outbox.purgeDelivered(before: past, limit: 1_000) < 1_000 { break }
                }
            } catch {
                step.problem = step.problem ?? error
            }
            if !isStopping {
                let taken = scheduler.fetchDue(time)
                step.tries = taken.tries
                step.problem = step.problem ?? taken.problem
            }
            return step
        }
        round.recorded(step)
        for notice in step.notices {
            if let line = DeliveryReportLine(notice) { report(line) }
        }
        return step
    }

    /// Makes the messages of collected changes that are due, and updates the mark of the outbox.
    private static func publishCollected(_ mark: inout OutboxMark, at time: Timestamp, in store: VisitStore) throws {
        // Bounded, so that due messages do not wait for it.
        for _ in 0..<20 {
            guard let due = mark.collectedDueAt, due <= time else { return }
            _ = try store.outbox.publishCollected(OutboxSettings(.standard, at: time), limit: 500)
            mark = try store.outbox.mark()
        }
    }

    /// The number of unrecorded attempts that an earlier run of this worker left.
    private func underWayCount() async -> Int { (try? await withScheduler { $0.underWayCount }) ?? 0 }

    private func send(_ attempt: DeliveryScheduler.Try) async {
        let exchange: HTTPExchange
        switch attempt.request {
        case .success(let request): exchange = await transport.send(request)
        case .failure(let error): exchange = HTTPExchange(result: .failure(error), duration: .zero)
        }
        mailbox.append(.outcome(DeliveryScheduler.Outcome(attempt: attempt, exchange: exchange)))
    }

    private func tick() async {
        while (try? await Task.sleep(for: options.tick)) != nil { mailbox.append(.tick) }
    }

    private func cancelLater() async {
        if (try? await Task.sleep(for: options.stopPatience)) != nil { mailbox.append(.cancel) }
    }
}

extension FileLock {
    /// Locks the delivery of a database's messages, which one process at a time does.
    ///
    /// No message is therefore delivered twice at once, and an attempt that was in progress when a process crashed is
    /// repeated immediately by the next process. Throws `VisitPipelineError` with code `deliveringElsewhere` when
    /// another process holds the lock.
    static func delivery(ofDatabase database: String) throws -> FileLock {
        guard let lock = try FileLock(database: database, suffix: ".delivering") else {
            throw VisitPipelineError(
                .deliveringElsewhere,
                "another process is sending the messages of `\(database)`; it sends the messages that are due"
            )
        }
        return lock
    }
}

package struct WorkerOptions: Hashable, Sendable {
    /// The most concurrent requests; each has its own connection.
    package var totalLimit: Int
    /// The timeout of one attempt, from the look-up of the name to the last byte of the response.
    ///
    /// Standard Webhooks 1.0.0, "Deliverability and reliability", advises 15 to 30 s.
    package var timeout: Duration
    /// The interval of polling for due attempts and for messages that another process queued.
    package var tick: Duration
    /// How long a stopping worker waits for attempts in progress.
    package var stopPatience: Duration
    /// How long delivered messages and their attempts are kept; dead messages stay until they are purged.
    package var retention: Duration

    package init(
        totalLimit: Int = 1024,
        timeout: Duration = .seconds(20),
        tick: Duration = .milliseconds(100),
        stopPatience: Duration = .seconds(3),
        retention: Duration = .seconds(30 * 86_400)
    ) {
        self.totalLimit = max(1, totalLimit)
        self.timeout = timeout
        self.tick = tick
        self.stopPatience = stopPatience
        self.retention = retention
    }
}
