internal import Dispatch
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// Tells who calls, by the token, and how often each may.
///
/// A token that was seen lately is not looked up again, so one that is taken away by another process goes on to work for
/// at most `memory`. When tokens were used is written now and then and not with every request.
final class Gatekeeper: Sendable {
    /// What became of a token.
    enum Verdict {
        case known(Principal)
        case unknown
        case expired
        /// Too many requests: when to come back, in seconds.
        case tooMany(retryAfterSeconds: Int)
    }

    /// How long a token is known without looking it up.
    static let memory = Duration.seconds(10)

    private struct Entry {
        var record: AccessTokenRecord
        var checkedAt: Timestamp
        var bucket: TokenBucket
    }

    private let store: VisitStore
    private let now: @Sendable () -> Timestamp
    private let rate: Double
    private let entries = Mutex<[TokenID: Entry]>([:])
    private let uses = Mutex<[TokenID: Timestamp]>([:])

    /// Makes a gatekeeper.
    ///
    /// - Parameters:
    ///   - store: where tokens are kept.
    ///   - requestsPerSecond: how many requests a token may make; 0 for any number.
    ///   - now: the time of the world.
    init(store: VisitStore, requestsPerSecond: Double, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.rate = requestsPerSecond
        self.now = now
    }

    /// Tells who bears a token.
    ///
    /// - Parameter token: the token.
    /// - Returns: who, or why nobody.
    /// - Throws: `VisitStoreError`.
    func admit(_ token: AccessToken) throws -> Verdict {
        let time = now()
        if let verdict = entries.withLock({ entries -> Verdict? in
            guard var entry = entries[token.id], entry.checkedAt.advanced(by: Self.memory) > time else { return nil }
            defer { entries[token.id] = entry }
            return judge(token, &entry, time)
        }) {
            return verdict
        }
        guard let record = try store.accessToken(token.id) else {
            entries.withLock { $0[token.id] = nil }
            return .unknown
        }
        return entries.withLock { entries in
            var entry = Entry(
                record: record,
                checkedAt: time,
                bucket: TokenBucket(rate: rate, burst: rate * 2, at: time)
            )
            if let known = entries[token.id] { entry.bucket = known.bucket }
            if entries.count > 10_000 { entries = [:] }
            defer { entries[token.id] = entry }
            return judge(token, &entry, time)
        }
    }

    private func judge(_ token: AccessToken, _ entry: inout Entry, _ time: Timestamp) -> Verdict {
        guard token.matches(entry.record.digest) else { return .unknown }
        if let end = entry.record.expiresAt, end <= time { return .expired }
        if let wait = entry.bucket.take(at: time) { return .tooMany(retryAfterSeconds: wait) }
        uses.withLock { $0[token.id] = time }
        let record = entry.record
        return .known(
            Principal(tokenID: record.id, role: record.role, member: record.member, device: record.device)
        )
    }

    /// Forgets a token that was taken away or changed here.
    func forget(_ id: TokenID) {
        entries.withLock { $0[id] = nil }
    }

    /// Writes when tokens were last used.
    ///
    /// - Throws: `VisitStoreError`; it is written the next time.
    func writeUses() throws {
        let uses = uses.withLock { $0 }
        guard !uses.isEmpty else { return }
        try store.noteUse(of: uses)
        self.uses.withLock { current in for (id, time) in uses where current[id] == time { current[id] = nil } }
    }
}
