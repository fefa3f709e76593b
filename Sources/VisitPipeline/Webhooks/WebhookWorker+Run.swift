internal import HTTPTransport
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

extension WebhookWorker {
    /// Sends the due messages until none is left that may be sent now, and returns.
    ///
    /// Messages that are due later, belong to a disabled endpoint, or wait for a rate-limited endpoint stay queued.
    ///
    /// - Returns: the counts of the run.
    /// - Throws: `VisitPipelineError` with code `deliveringElsewhere`, `StorageError`.
    package func deliverDue() async throws -> DeliverySummary {
        try await work(untilIdle: true)
    }

    /// Sends messages as they become due, until `stop()` or the task's cancellation.
    ///
    /// An error of the database is reported and the write retried: unrecorded outcomes stay in memory until they are
    /// written. A stopping worker retries as long as `WorkerOptions.stopPatience` lasts.
    ///
    /// - Returns: the counts of the run.
    /// - Throws: `VisitPipelineError` with code `deliveringElsewhere`; `StorageError` where a stopping worker could
    ///   not record outcomes, which the next worker sends again.
    @discardableResult
    package func run() async throws -> DeliverySummary {
        try await withTaskCancellationHandler {
            try await work(untilIdle: false)
        } onCancel: {
            mailbox.append(.giveUp)
        }
    }

    private func work(untilIdle: Bool) async throws -> DeliverySummary {
        let lock = try DeliveryLock(database: store.path)
        defer { withExtendedLifetime(lock) {} }
        mailbox.append(.tick)
        return try await withDiscardingTaskGroup(returning: Result<DeliverySummary, any Error>.self) { group in
            defer { group.cancelAll() }
            group.addTask { await self.tick() }
            var round = DeliveryRound(underWay: await underWayCount())
            var isInTrouble = false
            while true {
                var problem: (any Error)?
                round.sort(await mailbox.next())
                if round.gaveUp { group.cancelAll() }
                do {
                    let step = try await recordAndFetch(&round)
                    for attempt in step.tries {
                        group.addTask { await self.send(attempt) }
                    }
                    problem = step.problem
                } catch {
                    problem = error
                }
                if let problem {
                    if untilIdle || (round.gaveUp && round.isOver) {
                        // A later run of this worker records them.
                        for outcome in round.outcomes { mailbox.append(.outcome(outcome)) }
                        return .failure(problem)
                    }
                    if !isInTrouble { report(.trouble("\(problem)")) }
                }
                isInTrouble = problem != nil
                if round.wasToldToStop {
                    round.wasToldToStop = false
                    group.addTask { await self.giveUpLater() }
                }
                let isIdle = round.underWay == 0 && round.outcomes.isEmpty
                if isIdle, untilIdle || round.isStopping { return .success(round.summary) }
            }
        }.get()
    }

    /// Records the outcomes, and starts the due attempts.
    private func recordAndFetch(_ round: inout DeliveryRound) async throws -> DeliveryRound.Step {
        let (outcomes, isStopping, looks) = (round.outcomes, round.isStopping, round.looks)
        let (options, now, store) = (options, now, store)
        let mark = round.mark
        let step = try await atDesk { desk -> DeliveryRound.Step in
            let time = now()
            var step = DeliveryRound.Step(news: try desk.record(outcomes, time), mark: mark)
            do {
                if looks != .none {
                    let current = try store.outboxMark()
                    // A redelivered old message does not change the mark, so everything is refreshed now and then.
                    if looks == .thorough || current != mark { step.news += try desk.refresh() }
                    step.mark = current
                }
                if looks == .thorough {
                    let past = time.advanced(by: .zero - options.retention)
                    // Bounded, so that due messages do not wait for it.
                    for _ in 0..<20 where try store.forgetDelivered(before: past, limit: 1_000) < 1_000 { break }
                }
            } catch {
                step.problem = error
            }
            if !isStopping {
                let taken = desk.fetchDue(time)
                step.tries = taken.tries
                step.problem = step.problem ?? taken.problem
            }
            return step
        }
        round.recorded(step)
        for entry in step.news {
            if let line = DeliveryReportLine(entry) { report(line) }
        }
        return step
    }

    /// The number of unrecorded attempts that an earlier run of this worker left.
    private func underWayCount() async -> Int {
        (try? await atDesk { $0.underWayCount }) ?? 0
    }

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

    private func giveUpLater() async {
        if (try? await Task.sleep(for: options.stopPatience)) != nil { mailbox.append(.giveUp) }
    }
}
