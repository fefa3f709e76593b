internal import Dispatch
internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// The longest time that pending fixes wait for their device's state to be saved, in seconds.
    private static let longestWaitSeconds = 900.0

    /// Updates the index of pending fixes after a write: the appended entries, and the saved devices.
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

    /// Takes over the pending-fix log where another process has appended to it, including that process's entries.
    ///
    /// The cached devices are discarded, because they lack those entries.
    func acquireIntake() throws {
        guard try store.intakeWriter() != writer.withLock({ $0 }) else { return }
        let number = try store.acquireIntake()
        let log = try Self.log(of: store, options, at: now())
        writer.withLock { $0 = number }
        intake.withLock { $0 = log }
        devices.withLock { $0.removeAll() }
    }

    /// The index of the stored pending-fix log.
    static func log(of store: VisitStore, _ options: LiveOptions, at time: Timestamp) throws -> IntakeLog {
        var log = IntakeLog(limit: IntakeLog.Limit(entries: options.intakeLimit))
        for entry in try store.unsavedIntake() {
            log.append(entry.number, of: entry.key, entry.device, byteCount: entry.byteCount, at: time)
        }
        return log
    }

    /// Schedules the due devices to be saved.
    ///
    /// - Parameter old: whether devices that have waited too long are also due.
    func requestStateSave(old: Bool = false) {
        let since = old ? now().advanced(bySeconds: -Self.longestWaitSeconds) : nil
        let jobs = intake.withLock { $0.due(waitingSince: since) }
            .map { LiveJob($0.member, .save($0), receivedAt: now()) }
        // When the intake stops, `saveAll` saves all of them.
        if !jobs.isEmpty { _ = admit(jobs, needsRoom: false) }
    }

    /// Saves a device's state with all its pending fixes.
    func save(_ job: LiveJob, _ known: Device) {
        do {
            let finished = try stateJob(of: known, at: job.receivedAt) { [self] result in
                if case .failure = result { forget([known.id]) }
                done(job)
            }
            if let finished { finish(finished) } else { done(job) }
        } catch {
            // It is tried again soon, and when the intake stops.
            forget([known.id])
            intake.withLock { $0.failed(known.id) }
            done(job)
        }
    }

    /// Saves the states of all devices with pending fixes.
    ///
    /// Pending fixes that can't be saved now are restored at the next start.
    func saveAll() {
        var waiting = intake.withLock { $0.devices }[...]
        while !waiting.isEmpty {
            let jobs = waiting.prefix(500).compactMap { try? stateJob(of: $0, at: now()) { _ in } }
            finish(jobs)
            writing.sync {}
            waiting = waiting.dropFirst(500)
        }
    }

    /// Removes a member's devices from the index where another process has saved them.
    func forgetSaved(of member: MemberID) {
        for device in intake.withLock({ $0.devices }) where device.member == member {
            guard let key = try? store.knownDevice(device.id)?.key else { continue }
            let numbers = intake.withLock { $0.numbers(of: key) }
            if let left = try? store.intake(key, numbers: numbers), left.isEmpty { intake.withLock { $0.saved(key) } }
        }
    }

    /// Makes the job that saves a device's state.
    ///
    /// - Returns: `nil` where nothing is pending, or the device was erased.
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
