internal import Dispatch
internal import MemberEngine
internal import SQLiteStorage
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// Writes the results of jobs to the store, all that have finished in one transaction, and keeps the index of pending
/// fixes.
///
/// Invariant: one group is written at a time; after it, and before its jobs are answered, the index holds the entries
/// of the pending-fix log that no saved state contains.
final class GroupWriter: Sendable {
    private struct State {
        var jobs: [FinishedJob] = []
        var isWriting = false
        var pending: PendingFixIndex
        /// The number of this process as writer of the pending-fix log.
        var writerNumber: Int64 = -1
        var failure: StorageError?
    }

    /// The longest time that pending fixes wait for their device's state to be saved, in seconds.
    private static let longestWaitSeconds = 900.0

    private let store: VisitStore
    private let devices: DeviceCache
    private let options: LiveOptions
    private let now: @Sendable () -> Timestamp
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "footfall.live.commit")

    /// Reads the index of pending fixes.
    ///
    /// The cache of devices is discarded where another process has appended to the pending-fix log.
    init(
        _ store: VisitStore,
        _ devices: DeviceCache,
        _ options: LiveOptions,
        now: @escaping @Sendable () -> Timestamp
    ) throws {
        self.store = store
        self.devices = devices
        self.options = options
        self.now = now
        state = Mutex(State(pending: try Self.index(of: store, options, at: now())))
    }

    /// The error of the last group; `nil` when it was written.
    var failure: StorageError? { state.withLock { $0.failure } }

    /// Writes results, together with those of other jobs, and then calls their completions.
    ///
    /// `groupWritten` is called after each group, with whether it has visits or events.
    func write(_ jobs: [FinishedJob], groupWritten: @escaping @Sendable (_ hasVisits: Bool) -> Void) {
        let begins = state.withLock { state in
            state.jobs += jobs
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard begins else { return }
        queue.async {
            while let group = self.nextGroup() {
                let results = self.write(group)
                for (job, result) in zip(group, results) { job.completion(result) }
                groupWritten(group.contains { $0.commits.contains { !$0.events.isEmpty || !$0.visits.isEmpty } })
            }
        }
    }

    /// Blocks the caller's thread until everything given so far is written.
    func holdThreadUntilWritten() { queue.sync {} }

    // MARK: - Pending fixes

    var pendingDevices: [Device] { state.withLock { $0.pending.devices } }

    func pendingNumbers(of device: DeviceKey) -> [Int64] { state.withLock { $0.pending.numbers(of: device) } }

    /// Returns the devices whose state is to be saved now, each once; with `old`, also those that waited too long.
    func devicesToSave(old: Bool = false) -> [Device] {
        let since = old ? now().advanced(bySeconds: -Self.longestWaitSeconds) : nil
        return state.withLock { $0.pending.due(waitingSince: since) }
    }

    /// Records that a device has no pending fixes: all are in its saved state.
    func saved(_ device: DeviceKey) { state.withLock { $0.pending.saved(device) } }

    /// Makes a device due again that could not be opened.
    func failed(_ device: DeviceID) { state.withLock { $0.pending.failed(device) } }

    /// Removes an erased device from the index.
    func forget(_ device: DeviceID) { state.withLock { $0.pending.forget(device) } }

    /// Removes a member's devices from the index where another process has saved them.
    func forgetSaved(of member: MemberID) {
        for device in pendingDevices where device.member == member {
            guard let key = try? store.devices.registered(device.id)?.key else { continue }
            if let left = try? store.intake.entries(of: key, numbers: pendingNumbers(of: key)), left.isEmpty {
                saved(key)
            }
        }
    }

    private static func index(
        of store: VisitStore,
        _ options: LiveOptions,
        at time: Timestamp
    ) throws -> PendingFixIndex {
        var index = PendingFixIndex(limit: PendingFixIndex.Limit(entries: options.intakeLimit))
        for entry in try store.intake.unsaved() {
            index.append(entry.number, of: entry.key, entry.device, byteCount: entry.byteCount, at: time)
        }
        return index
    }

    /// Updates the index after a write: the appended entries, and the saved devices.
    private func recordWritten(
        _ group: [FinishedJob],
        _ pending: [(device: OpenDevice, entry: IntakeEntry)],
        _ numbers: [Int64]
    ) {
        let time = now()
        for ((device, _), number) in zip(pending, numbers) {
            device.session.withLock { $0.recordPending(through: number) }
        }
        state.withLock { state in
            for commit in group.lazy.flatMap(\.commits) { state.pending.saved(commit.device) }
            for ((device, entry), number) in zip(pending, numbers) {
                let byteCount = entry.fixes.fixes.count
                state.pending.append(number, of: entry.device, device.device, byteCount: byteCount, at: time)
            }
            state.failure = nil
        }
    }

    /// Takes over the pending-fix log where another process has appended to it, including that process's entries.
    ///
    /// The cached devices are discarded, because they lack those entries.
    private func acquireLog() throws {
        guard try store.intake.writer() != state.withLock({ $0.writerNumber }) else { return }
        let number = try store.intake.acquireWriter()
        let index = try Self.index(of: store, options, at: now())
        state.withLock { state in
            state.writerNumber = number
            state.pending = index
        }
        devices.forgetOpened()
    }

    // MARK: - Groups

    private func nextGroup() -> [FinishedJob]? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isWriting = false
                return nil
            }
            var (count, weight) = (0, 0)
            while count < state.jobs.count, count == 0 || weight + state.jobs[count].weight <= options.groupLimit {
                weight += state.jobs[count].weight
                count += 1
            }
            defer { state.jobs.removeFirst(count) }
            return Array(state.jobs.prefix(count))
        }
    }

    /// Writes a group in one transaction.
    ///
    /// Where one job's result can't be written for a reason that does not apply to the others, those are written
    /// without it.
    private func write(_ group: [FinishedJob], again: Bool = false) -> [Result<Void, any Error>] {
        do {
            let time = now()
            let pending = group.flatMap(\.pending)
            let (writerNumber, deletable) = state.withLock { ($0.writerNumber, $0.pending.deletable()) }
            let numbers = try store.commit(
                group.flatMap(\.commits),
                publishing: OutboxSettings(.standard, at: time, collects: true),
                live: true,
                storedAt: time,
                quarantining: group.flatMap(\.quarantine),
                intake: pending.map(\.entry),
                by: writerNumber,
                forgettingIntakeBefore: deletable
            )
            // After the write, so that none to a lost file is acknowledged, whenever it was lost.
            guard store.fileState == .inPlace else { throw StorageError.lostFile(store.path) }
            recordWritten(group, pending, numbers)
            return group.map { _ in .success(()) }
        } catch {
            state.withLock { state in
                for commit in group.lazy.flatMap(\.commits) { state.pending.failed(commit.device) }
            }
            var error = error
            if (error as? StorageError)?.code == .outpaced {
                do { try acquireLog() } catch let failure { error = failure }
            }
            if let error = error as? StorageError, error.isOfTheMachine {
                state.withLock { $0.failure = error }
                return group.map { _ in .failure(error) }
            }
            if group.count > 1 { return group.flatMap { write([$0]) } }
            // Pending fixes are correct whichever process appended before; a state would not be.
            let canRepeat = (error as? StorageError)?.code == .outpaced && group[0].commits.isEmpty
            return canRepeat && !again ? write(group, again: true) : [.failure(error)]
        }
    }
}

extension StorageError {
    fileprivate static func lostFile(_ path: String) -> StorageError {
        StorageError(.cannotOpen, "`\(path)` was deleted, replaced or cut; restore it, and start the service again")
    }

    /// Whether the error is one of the machine, which every other write would have met too.
    package var isOfTheMachine: Bool {
        [.diskFull, .busy, .readOnly, .inputOutput, .cannotOpen].contains(code)
    }
}
