internal import Dispatch
package import GeofenceEngine
internal import Synchronization
package import VisitModel
package import VisitStore

/// Takes what phones send while they send it: many at a time, each answered when its part is on disk.
///
/// ```
/// take ─▶ WorkQueue: a member at a time ─▶ workOut: the engine, on several threads ─▶ finished jobs
///   ▲                                                                                     │
///   └── LiveTicket: the answer ◀── write: all that is finished, one transaction ◀─────────┘
/// ```
///
/// Fixes of which nothing comes, as most are, are put down one behind the other (`IntakeLog`), and the state and the hour of
/// their device are stored with the next thing that happens, or when enough has been put down.
///
/// Members do not wait for each other: one whose fixes come late and take long holds up nobody else. While one group is
/// written, others are worked out; the more wait, the more share a transaction. Where the disk is full or the database
/// held by somebody, requests fail with that error and nothing of them is kept in memory: they succeed when they are sent
/// again and there is room.
package final class LiveIngest: Sendable {
    let store: VisitStore
    let options: LiveOptions
    /// Now.
    let now: @Sendable () -> Timestamp
    /// Tells who listens that there are new events.
    package let feed = LiveFeed()

    let world: Mutex<LiveWorld>
    let desk: Mutex<Desk>
    let devices: Mutex<TwoAgeCache<DeviceID, LiveDevice>>
    let roster: Mutex<TwoAgeCache<DeviceID, Device>>
    /// How phones are told to track.
    let handout: Mutex<TrackingHandout>
    let outbox = Mutex(Outbox())
    /// What was put down and waits for its devices' states to be stored.
    let intake: Mutex<IntakeLog>
    /// The number under which fixes are put down.
    let writer = Mutex<Int64>(-1)
    /// What kept the last group from being written; `nil` when it was.
    let trouble = Mutex<VisitStoreError?>(nil)
    /// The number of the newest event, as far as was looked.
    let newestTold = Mutex<Int64>(0)
    let workers = DispatchQueue(label: "footfall.live", attributes: .concurrent)
    let writing = DispatchQueue(label: "footfall.live.commit")
    /// Where long bodies are read, one piece at a time.
    let reading = DispatchQueue(label: "footfall.live.reading")
    /// Called when something new may have to be sent to other systems.
    let wakeWebhooks: @Sendable () -> Void

    /// What waits, and who works on it.
    struct Desk {
        var queue: WorkQueue
        var workers = 0
        var isStopping = false
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
        /// Told once when nothing waits and nothing is under way.
        var waitingForRest: [DispatchSemaphore] = []
    }

    /// What waits to be written.
    struct Outbox {
        var jobs: [FinishedJob] = []
        var isWriting = false
    }

    /// Reads the facilities and is ready.
    ///
    /// How long that takes depends on the number of facilities and not on that of devices, which are read when they are
    /// heard of. Of what was put down before a crash it reads a list, which is kept short.
    ///
    /// - Parameters:
    ///   - store: where everything is kept.
    ///   - policy: the thresholds.
    ///   - selection: how many fences are registered, and which first.
    ///   - options: how much is taken on.
    ///   - now: the time of the world.
    ///   - wakeWebhooks: called, on any thread, when something new may have to be sent to other systems.
    /// - Throws: `VisitStoreError`.
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
        // The revision first: what changes meanwhile is noticed later.
        let revision = try store.placesRevision()
        let pipeline = try VisitPipeline(store: store, policy: policy, selection: selection)
        self.world = Mutex(LiveWorld(generation: 0, revision: revision, pipeline: pipeline))
        self.desk = Mutex(
            Desk(queue: WorkQueue(fixLimit: options.waitingFixesLimit, jobLimit: options.waitingRequestsLimit))
        )
        self.devices = Mutex(TwoAgeCache(limit: options.openDevicesLimit))
        self.roster = Mutex(TwoAgeCache(limit: 100_000))
        self.handout = Mutex(try Self.handout(of: store))
        self.intake = Mutex(try Self.log(of: store, options, at: now()))
    }

    /// The facilities, the policy and the store, as they are now.
    package var pipeline: VisitPipeline { world.withLock { $0.pipeline } }

    /// How much waits or is under way.
    package var load: LiveLoad {
        let (fixes, jobs) = desk.withLock { ($0.queue.fixCount, $0.queue.jobCount) }
        return LiveLoad(fixes: fixes, requests: jobs, openDevices: devices.withLock { $0.count })
    }

    /// What keeps fixes from being written, where the last ones could not be; `nil` while all is well.
    package var failure: VisitStoreError? { trouble.withLock { $0 } }

    /// Takes what devices sent, and returns when all of it is on disk.
    ///
    /// - Parameters:
    ///   - reports: what each device sent.
    ///   - receivedAt: now; what is dated later was dated by a wrong clock.
    /// - Returns: what became of it.
    /// - Throws: `LiveIngestError` when there is no room or the intake ends; `VisitStoreError`, `VisitPipelineError` when it
    ///   can't be stored. Some of it may be stored then; sent again, nothing of that counts twice.
    package func take(_ reports: [DeviceReport], receivedAt: Timestamp) async throws -> LiveReceipt {
        try await take(reports, receivedAt: receivedAt, needsRoom: true)
    }

    /// Takes a piece of a request, and returns when all of it is on disk.
    ///
    /// - Parameters:
    ///   - reports: what each device sent.
    ///   - receivedAt: when the request came.
    ///   - needsRoom: whether it is refused while too much waits. Later pieces are not: the first would have been for nothing.
    /// - Returns: what became of it.
    /// - Throws: as `take(_:receivedAt:)`.
    func take(
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

    /// Keeps records that can't be used, with why, and returns when they are on disk.
    ///
    /// - Parameter records: the records.
    /// - Throws: `VisitStoreError`.
    package func quarantine(_ records: [NewQuarantine]) async throws {
        guard !records.isEmpty else { return }
        try await withCheckedThrowingContinuation { continuation in
            finish(FinishedJob(quarantine: records) { continuation.resume(with: $0) })
        }
    }

    /// Does something that nothing of a member's may happen beside.
    ///
    /// What waits for the member is done first; what the devices have at hand is read anew afterwards.
    ///
    /// - Parameters:
    ///   - member: whose.
    ///   - body: what to do; it may block.
    /// - Returns: what `body` does.
    /// - Throws: `LiveIngestError` when there is no room or the intake ends, and what `body` throws.
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

    /// Takes nothing more, and returns when all that was taken is on disk or answered with a failure.
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

/// How much a live intake has to do.
package struct LiveLoad: Hashable, Sendable {
    /// Fixes that wait or are under way.
    package let fixes: Int
    /// Requests' parts that wait or are under way.
    package let requests: Int
    /// Devices kept at hand.
    package let openDevices: Int
}
