package import DeviceEngine
internal import Dispatch
package import GeofenceEngine
package import SQLiteStorage
internal import Synchronization
package import VisitModel
package import VisitStore

/// The live intake of phones' requests: many at a time, each answered once its part is on disk.
///
/// ```
/// take ─▶ WorkQueue: a member at a time ─▶ workOut: the engine, on several threads ─▶ finished jobs
///   ▲                                                                                     │
///   └── LiveTicket: the answer ◀── write: all that is finished, one transaction ◀─────────┘
/// ```
///
/// Most fixes have no outcome; they are appended to the pending-fix log (`IntakeLog`). The state and the hour of their
/// device are stored with its next event, or when enough is pending.
///
/// Members do not wait for each other: the slow evaluation of one member's late fixes delays no other. While one group
/// is written, others are evaluated; the more jobs wait, the more share a transaction. Where the disk is full or
/// another process locks the database, requests fail with that error and nothing of them is kept in memory: they
/// succeed when they are repeated after the obstacle is gone.
package final class LiveIngest: Sendable {
    let store: VisitStore
    let options: LiveOptions
    /// The current time.
    let now: @Sendable () -> Timestamp
    /// The notifications of new events.
    package let feed = LiveFeed()

    let world: Mutex<LiveEnvironment>
    let desk: Mutex<Desk>
    let devices: Mutex<GenerationalCache<DeviceID, LiveDevice>>
    let roster: Mutex<GenerationalCache<DeviceID, Device>>
    /// The tracking options sent to phones.
    let handout: Mutex<TrackingOptionsResolver>
    let outbox = Mutex(Outbox())
    /// The index of pending fixes.
    let intake: Mutex<IntakeLog>
    /// The number of this process as writer of the pending-fix log.
    let writer = Mutex<Int64>(-1)
    /// The error of the last group; `nil` when it was written.
    let trouble = Mutex<StorageError?>(nil)
    /// The sequence number of the newest known event.
    let newestTold = Mutex<Int64>(0)
    let workers = DispatchQueue(label: "footfall.live", attributes: .concurrent)
    let writing = DispatchQueue(label: "footfall.live.commit")
    /// The queue on which long bodies are read, one piece at a time.
    let reading = DispatchQueue(label: "footfall.live.reading")
    /// Called when there may be new messages for other systems.
    let wakeWebhooks: @Sendable () -> Void

    /// The waiting jobs and the number of workers.
    struct Desk {
        var queue: WorkQueue
        var workers = 0
        var isStopping = false
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
        /// Signalled once when nothing waits and nothing is in progress.
        var waitingForRest: [DispatchSemaphore] = []
    }

    /// The results that wait to be written.
    struct Outbox {
        var jobs: [FinishedJob] = []
        var isWriting = false
    }

    /// Reads the facilities and the index of pending fixes.
    ///
    /// The duration depends on the number of facilities and not on that of devices, which are read when they send. The
    /// pending-fix log of a crashed process is kept short.
    ///
    /// - Parameters:
    ///   - store: the database of facilities, devices and visits.
    ///   - policy: the thresholds.
    ///   - selection: the number of fences to register, and their priority.
    ///   - options: the limits of the intake.
    ///   - now: the clock.
    ///   - wakeWebhooks: called on any thread when there may be new messages for other systems.
    /// - Throws: `StorageError`.
    package init(
        store: VisitStore,
        policy: EvaluationPolicy = .standard,
        selection: SelectionOptions = SelectionOptions(),
        options: LiveOptions = LiveOptions(),
        now: @escaping @Sendable () -> Timestamp,
        wakeWebhooks: @escaping @Sendable () -> Void = {}
    ) throws {
        self.store = store
        self.options = options
        self.now = now
        self.wakeWebhooks = wakeWebhooks
        // The revision is read first: a concurrent change is then detected later.
        let revision = try store.placesRevision()
        let pipeline = try VisitPipeline(store: store, policy: policy, selection: selection)
        self.world = Mutex(LiveEnvironment(generation: 0, revision: revision, pipeline: pipeline))
        self.desk = Mutex(
            Desk(queue: WorkQueue(fixLimit: options.waitingFixesLimit, jobLimit: options.waitingRequestsLimit))
        )
        self.devices = Mutex(GenerationalCache(limit: options.openDevicesLimit))
        self.roster = Mutex(GenerationalCache(limit: 100_000))
        self.handout = Mutex(try Self.handout(of: store))
        self.intake = Mutex(try Self.log(of: store, options, at: now()))
    }

    /// The current facilities, policy and store.
    package var pipeline: VisitPipeline { world.withLock { $0.pipeline } }

    /// The amount of waiting and running work.
    package var load: LiveLoad {
        let (fixes, jobs) = desk.withLock { ($0.queue.fixCount, $0.queue.jobCount) }
        return LiveLoad(fixes: fixes, requests: jobs, openDevices: devices.withLock { $0.count })
    }

    /// The error that prevented the last write of fixes; `nil` where it succeeded.
    package var failure: StorageError? { trouble.withLock { $0 } }

    /// Ingests reports, and returns once all of them are on disk.
    ///
    /// - Parameters:
    ///   - reports: one per device.
    ///   - receivedAt: the current time; a later time of a fix comes from a wrong clock.
    /// - Returns: the receipt.
    /// - Throws: `LiveIngestError` when there is no room or the intake stops; `StorageError`, `VisitPipelineError`
    ///   when the reports can't be stored. Some of them may be stored then; they can be sent again, because the intake
    ///   is idempotent.
    package func ingest(_ reports: [DeviceReport], receivedAt: Timestamp) async throws -> LiveReceipt {
        try await ingest(reports, receivedAt: receivedAt, needsRoom: true)
    }

    /// Ingests a piece of a request, and returns once all of it is on disk.
    ///
    /// - Parameters:
    ///   - reports: one per device.
    ///   - receivedAt: the receive time of the request.
    ///   - needsRoom: whether it is refused while too much waits; later pieces are not, or the first would be wasted.
    /// - Returns: the receipt.
    /// - Throws: as `ingest(_:receivedAt:)`.
    func ingest(
        _ reports: [DeviceReport],
        receivedAt: Timestamp,
        needsRoom: Bool
    ) async throws -> LiveReceipt {
        var receipt = LiveReceipt()
        let parts = try byMember(reports, &receipt)
        guard !parts.isEmpty else { return receipt }
        let started = receipt
        return try await withCheckedThrowingContinuation { continuation in
            let ticket = LiveTicket(parts: parts.count, receipt: started, continuation)
            let jobs = parts.map { member, reports in
                LiveJob(
                    member,
                    .reports(reports, ticket),
                    fixCount: reports.reduce(0) { $0 + $1.inputs.count },
                    receivedAt: receivedAt
                )
            }
            if let refusal = admit(jobs, needsRoom: needsRoom) { continuation.resume(throwing: refusal) }
        }
    }

    /// Stores unusable records in the quarantine, and returns once they are on disk.
    ///
    /// - Parameter records: the records with their reasons.
    /// - Throws: `StorageError`.
    package func quarantine(_ records: [NewQuarantine]) async throws {
        guard !records.isEmpty else { return }
        try await withCheckedThrowingContinuation { continuation in
            finish(FinishedJob(quarantine: records) { continuation.resume(with: $0) })
        }
    }

    /// Runs a closure with exclusive access to a member.
    ///
    /// The member's waiting jobs run first; the cached devices are read again afterwards.
    ///
    /// - Parameters:
    ///   - member: the member.
    ///   - body: the closure; it may block.
    /// - Returns: the result of `body`.
    /// - Throws: `LiveIngestError` when there is no room or the intake stops, and the errors of `body`.
    package func alone<Value: Sendable>(
        with member: MemberID,
        _ body: @escaping @Sendable (VisitPipeline) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = LiveJob(
                member,
                .alone { [self] in
                    let pipeline = pipeline
                    let result = Result { try body(pipeline) }
                    return { continuation.resume(with: result) }
                },
                receivedAt: now()
            )
            if let refusal = admit([job]) { continuation.resume(throwing: refusal) }
        }
    }

    /// Refuses new requests, and returns once every accepted one is on disk or has failed.
    package func stop() async {
        await withCheckedContinuation { continuation in
            let isIdle = desk.withLock { desk in
                desk.isStopping = true
                if !desk.queue.isIdle { desk.waitingForEnd.append(continuation) }
                return desk.queue.isIdle
            }
            if isIdle { continuation.resume() }
        }
        await withCheckedContinuation { continuation in
            workers.async {
                self.saveAll()
                continuation.resume()
            }
        }
        feed.finish()
    }
}

/// The load of a live intake.
package struct LiveLoad: Hashable, Sendable {
    /// The number of fixes that wait or are in progress.
    package let fixes: Int
    /// The number of request parts that wait or are in progress.
    package let requests: Int
    /// The number of cached devices.
    package let openDevices: Int
}
