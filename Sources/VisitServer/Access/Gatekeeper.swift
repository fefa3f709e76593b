internal import Dispatch
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// Tells who calls, by the token, and how often each may.
///
/// A token that was seen lately is not looked up again, so one that is taken away by another process goes on to work for
/// at most `memory`, whatever happens to the wall clock meanwhile. When tokens were used is written now and then and not with every request.
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
    static let memory = Duration.seconds(5)

    private struct Entry {
        var record: AccessTokenRecord
        /// On the clock of `uptime`.
        var checkedAt: Duration
        var bucket: TokenBucket
    }

    private let store: VisitStore
    private let now: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> Duration
    private let rate: Double
    private let entries = Mutex<[TokenID: Entry]>([:])
    private let uses = Mutex<[TokenID: Timestamp]>([:])

    /// Makes a gatekeeper.
    ///
    /// - Parameters:
    ///   - store: where tokens are kept.
    ///   - requestsPerSecond: how many requests a token may make; 0 for any number.
    ///   - now: the time of the world.
    ///   - uptime: the time since a fixed moment, on a clock that is never set.
    init(
        store: VisitStore,
        requestsPerSecond: Double,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.store = store
        self.rate = requestsPerSecond
        self.now = now
        self.uptime = uptime
    }

    /// Tells who bears a token.
    ///
    /// - Parameter token: the token.
    /// - Returns: who, or why nobody.
    /// - Throws: `VisitStoreError`.
    func admit(_ token: AccessToken) throws -> Verdict {
        try admit(token.id, digest: token.digest)
    }

    /// Tells who bears a token that was shown before, by what was kept of it.
    ///
    /// - Parameters:
    ///   - id: the token's name.
    ///   - digest: the digest of its secret.
    /// - Returns: who, or why nobody any more.
    /// - Throws: `VisitStoreError`.
    func admit(_ id: TokenID, digest: [UInt8]) throws -> Verdict {
        let (time, checkedAt) = (now(), uptime())
        if let verdict = entries.withLock({ entries -> Verdict? in
            guard var entry = entries[id], entry.checkedAt + Self.memory > checkedAt else { return nil }
            defer { entries[id] = entry }
            return judge(digest, &entry, time)
        }) {
            return verdict
        }
        guard let record = try store.accessToken(id) else {
            entries.withLock { $0[id] = nil }
            return .unknown
        }
        return entries.withLock { entries in
            var entry = Entry(
                record: record,
                checkedAt: checkedAt,
                bucket: TokenBucket(rate: rate, burst: rate * 2, at: time)
            )
            if let known = entries[id] { entry.bucket = known.bucket }
            if entries.count > 10_000 { entries = [:] }
            defer { entries[id] = entry }
            return judge(digest, &entry, time)
        }
    }

    private func judge(_ digest: [UInt8], _ entry: inout Entry, _ time: Timestamp) -> Verdict {
        guard AccessToken.isSame(digest, entry.record.digest) else { return .unknown }
        if let end = entry.record.expiresAt, end <= time { return .expired }
        if let wait = entry.bucket.take(at: time) { return .tooMany(retryAfterSeconds: wait) }
        uses.withLock { $0[entry.record.id] = time }
        let record = entry.record
        return .known(
            Principal(
                tokenID: record.id,
                role: record.role,
                member: record.member,
                device: record.device,
                environment: record.environment,
                platform: record.platform
            )
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
