internal import HTTPTypes
internal import Logging
internal import SQLiteStorage
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Enters reads and exports of members' data in the access record, before the data is given out.
///
/// A caller's repeated accesses of one kind to one member within an hour are one row. The first is on disk before it is
/// answered; the others are counted in memory and written periodically, so that a page that refreshes costs no write.
/// Concurrent first ones share a transaction, so that they take at most one place in the queue of the phones' writes.
final class AccessRecorder: Sendable {
    /// How long a row stands for repeated accesses.
    static let span = Duration.seconds(3_600)
    /// The most rows that are known to stand for further accesses.
    private static let rowLimit = 10_000

    /// What accesses have in common that are one row.
    private struct Kind: Hashable {
        let action: AccessAction
        let subject: AccessSubject
        let caller: AccessCaller

        init(_ access: Access) { (action, subject, caller) = (access.action, access.subject, access.origin.caller) }
    }

    private struct Row {
        let key: AccessEntry.Key
        /// On the clock of `uptime`.
        let since: Duration
    }

    private struct Waiting {
        let access: Access
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var rows: [Kind: Row] = [:]
        /// Counted and not written yet.
        var repeats: [AccessEntry.Key: AccessRecordRepository.Repeats] = [:]
        var waiting: [Waiting] = []
        var isWriting = false
        /// Whether the last write failed, which was logged then.
        var isFailing = false
    }

    let reader: StoreReader
    private let watch: DatabaseWatch
    private let now: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> Duration
    private let logger: Logger
    private let state = Mutex(State())

    /// `uptime` is a monotonic clock.
    init(
        reader: StoreReader,
        watch: DatabaseWatch,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Duration,
        logger: Logger
    ) {
        self.reader = reader
        self.watch = watch
        self.now = now
        self.uptime = uptime
        self.logger = logger
    }

    /// Returns once the access is recorded, or where its target is not stored and nothing can be given out.
    ///
    /// Throws `Problem` with status 503 where the database can't be written, or its file is gone: a row would be lost.
    func record(_ action: AccessAction, _ target: AccessTarget, by caller: AccessCaller) async throws {
        if let lost = watch.problem { throw lost }
        let origin = AccessOrigin(caller, at: now())
        switch target {
        case .member(let member) where countRepeat(Access(action, .member(member), origin)): return
        case .list where countRepeat(Access(action, .several, origin)): return
        default: break
        }
        guard let subject = try await reader.read({ try $0.accessRecord.subject(of: target) }) else { return }
        let access = Access(action, subject, origin)
        guard !countRepeat(access) else { return }
        do {
            try await withCheckedThrowingContinuation { continuation in
                let isFirst = state.withLock { state in
                    state.waiting.append(Waiting(access: access, continuation: continuation))
                    defer { state.isWriting = true }
                    return !state.isWriting
                }
                if isFirst { reader.enqueue { [self] store in writeWaiting(to: store) } }
            }
        } catch let error as StorageError where error.isOfTheMachine {
            throw Problem(
                .serviceUnavailable,
                "access_not_recorded",
                "personal data is given out only with a row in the access record, and the database can't be written at "
                    + "the moment; retry later",
                retryAfterSeconds: 5
            )
        }
    }

    /// Forgets the rows of an erased member; a new member of the same id gets rows of its own.
    func forget(_ member: MemberID) {
        state.withLock { state in state.rows = state.rows.filter { $0.key.subject != .member(member) } }
    }

    /// Writes the counts of repeated accesses; those of a failed write are written the next time.
    func writeRepeats() throws {
        let time = uptime()
        let repeats = state.withLock { state in
            state.rows = state.rows.filter { $0.value.since + Self.span > time }
            defer { state.repeats = [:] }
            return state.repeats
        }
        do {
            try reader.store.accessRecord.count(repeats)
        } catch {
            state.withLock { state in
                for (key, counted) in repeats { state.repeats[key, default: .none].add(counted) }
            }
            throw error
        }
    }

    /// Counts an access that a row stands for; returns false where there is no such row.
    private func countRepeat(_ access: Access) -> Bool {
        let time = uptime()
        return state.withLock { state in Self.countRepeat(access, at: time, &state) }
    }

    private static func countRepeat(_ access: Access, at time: Duration, _ state: inout State) -> Bool {
        guard let row = state.rows[Kind(access)], row.since + span > time else { return false }
        state.repeats[row.key, default: .none].add(.init(count: 1, lastAt: access.origin.time))
        return true
    }

    /// Writes what waits, also what arrives meanwhile.
    private func writeWaiting(to store: VisitStore) {
        while let batch = nextBatch() {
            let kinds = Dictionary(grouping: batch, by: { Kind($0.access) })
            let firsts = kinds.values.compactMap(\.first?.access)
            do {
                let keys = try store.accessRecord.add(firsts)
                for (access, key) in zip(firsts, keys) { if let key { enter(key, access) } }
                for others in kinds.values { for waiting in others.dropFirst() { _ = countRepeat(waiting.access) } }
                state.withLock { $0.isFailing = false }
                for waiting in batch { waiting.continuation.resume() }
            } catch {
                let isNew = state.withLock { state in
                    defer { state.isFailing = true }
                    return !state.isFailing
                }
                if isNew {
                    logger.error(
                        "the access record can't be written; reads of members' data get 503",
                        metadata: ["error": "\(error)"]
                    )
                }
                for waiting in batch { waiting.continuation.resume(throwing: error) }
            }
        }
    }

    /// Returns what waits, without what another batch has made a row for; `nil` ends the writing.
    private func nextBatch() -> [Waiting]? {
        let time = uptime()
        let (batch, counted) = state.withLock { state -> ([Waiting]?, [Waiting]) in
            var (batch, counted): ([Waiting], [Waiting]) = ([], [])
            for waiting in state.waiting {
                if Self.countRepeat(waiting.access, at: time, &state) {
                    counted.append(waiting)
                } else {
                    batch.append(waiting)
                }
            }
            state.waiting = []
            if batch.isEmpty { state.isWriting = false }
            return (batch.isEmpty ? nil : batch, counted)
        }
        for waiting in counted { waiting.continuation.resume() }
        return batch
    }

    private func enter(_ key: AccessEntry.Key, _ access: Access) {
        let time = uptime()
        state.withLock { state in
            if state.rows.count >= Self.rowLimit { state.rows = [:] }
            state.rows[Kind(access)] = Row(key: key, since: time)
        }
    }
}

extension AccessRecordRepository.Repeats {
    fileprivate static let none = Self(count: 0, lastAt: Timestamp(milliseconds: 0))

    fileprivate mutating func add(_ other: Self) {
        count += other.count
        lastAt = max(lastAt, other.lastAt)
    }
}
