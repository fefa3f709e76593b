internal import Dispatch
internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// How long what was put down may wait for its device's state to be stored, in seconds.
    private static let longestWaitSeconds = 900.0

    /// Notes what is on disk now: what was put down under which number, and what needs not wait any more.
    func note(
        _ group: [FinishedJob],
        _ putDown: [(device: OpenDevice, entry: IntakeEntry)],
        _ numbers: [Int64]
    ) {
        let time = now()
        for ((device, _), number) in zip(putDown, numbers) {
            device.session.withLock { $0.unsaved.through = number }
        }
        intake.withLock { log in
            for commit in group.lazy.flatMap(\.commits) { log.saved(commit.device) }
            for ((device, entry), number) in zip(putDown, numbers) {
                log.append(number, of: entry.device, device.device, byteCount: entry.fixes.fixes.count, at: time)
            }
        }
    }

    /// Goes on to put fixes down where another process has meanwhile, with what that has left.
    ///
    /// Devices at hand are forgotten: they lack it.
    func takeOverIntake() throws {
        guard try store.intakeWriter() != writer.withLock({ $0 }) else { return }
        let number = try store.takeOverIntake()
        let log = try Self.log(of: store, options, at: now())
        writer.withLock { $0 = number }
        intake.withLock { $0 = log }
        devices.withLock { $0.removeAll() }
    }

    /// What waits in the intake.
    static func log(of store: VisitStore, _ options: LiveOptions, at time: Timestamp) throws -> IntakeLog {
        var log = IntakeLog(limit: IntakeLog.Limit(entries: options.intakeLimit))
        for entry in try store.unsavedIntake() {
            log.append(entry.number, of: entry.key, entry.device, byteCount: entry.byteCount, at: time)
        }
        return log
    }

    /// Has the states of devices stored whose turn it is.
    ///
    /// - Parameter old: whether those are among them that have waited too long.
    func askForStates(old: Bool = false) {
        let since = old ? now().advanced(bySeconds: -Self.longestWaitSeconds) : nil
        let jobs = intake.withLock { $0.due(waitingSince: since) }
            .map { LiveJob($0.member, .save($0), receivedAt: now()) }
        // Where the intake ends, all of them are stored at its end.
        if !jobs.isEmpty { _ = admit(jobs, needsRoom: false) }
    }

    /// Stores a device's state with all that was put down of it.
    func save(_ job: LiveJob, _ known: Device) {
        do {
            let finished = try stateJob(of: known, at: job.receivedAt) { [self] result in
                if case .failure = result { forget([known.id]) }
                done(job)
            }
            if let finished { finish(finished) } else { done(job) }
        } catch {
            // It is tried again before long, and at the end.
            forget([known.id])
            intake.withLock { $0.failed(known.id) }
            done(job)
        }
    }

    /// Stores the states of all devices that something was put down of.
    ///
    /// What can't be stored now is taken up at the next start.
    func saveAll() {
        var waiting = intake.withLock { $0.devices }[...]
        while !waiting.isEmpty {
            let jobs = waiting.prefix(500).compactMap { try? stateJob(of: $0, at: now()) { _ in } }
            finish(jobs)
            writing.sync {}
            waiting = waiting.dropFirst(500)
        }
    }

    /// Forgets that something waits of a member's devices where somebody else has stored it.
    func forgetSaved(of member: MemberID) {
        for device in intake.withLock({ $0.devices }) where device.member == member {
            guard let key = try? store.knownDevice(device.id)?.key else { continue }
            let numbers = intake.withLock { $0.numbers(of: key) }
            if let left = try? store.intake(key, numbers: numbers), left.isEmpty { intake.withLock { $0.saved(key) } }
        }
    }

    /// What stores a device's state, once it is written.
    ///
    /// - Returns: `nil` where nothing waits any more, or the device was erased.
    private func stateJob(
        of known: Device,
        at time: Timestamp,
        _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) throws -> FinishedJob? {
        guard let key = try store.knownDevice(known.id)?.key else {
            intake.withLock { $0.forget(known.id) }
            return nil
        }
        let world = world.withLock { $0 }
        let device = try open(known, world)
        guard device.open.session.withLock({ !$0.unsaved.isEmpty }) else {
            intake.withLock { $0.saved(key) }
            return nil
        }
        return FinishedJob(commits: try stateCommits(of: device.open, world.writer(observedAt: time)), completion)
    }
}
