internal import Cryptography
internal import Dispatch
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// The authentication of tokens, and their rate limit.
///
/// A token is cached after a look-up, so one that another process removes remains valid for at most `memory`, however
/// the wall clock is set in the meantime. The times of use are written periodically and not with every request.
final class Gatekeeper: Sendable {
    enum Verdict {
        case known(Principal)
        case unknown
        case expired
        /// Too many requests.
        case tooMany(retryAfterSeconds: Int)
    }

    /// How long a token is cached.
    static let memory = Duration.seconds(5)

    private struct Entry {
        var record: AccessTokenRecord
        /// The time of the look-up on the clock of `uptime`.
        var checkedAt: Duration
        var bucket: TokenBucket
    }

    private let store: VisitStore
    private let now: @Sendable () -> Timestamp
    /// A monotonic clock.
    let uptime: @Sendable () -> Duration
    private let rate: Double
    private let entries = Mutex<[TokenID: Entry]>([:])
    private let uses = Mutex<[TokenID: Timestamp]>([:])

    /// `requestsPerSecond` is the rate limit of a token, 0 for none; `uptime` is a monotonic clock.
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

    func admit(_ token: AccessToken) throws -> Verdict {
        try admit(token.id, digest: token.digest)
    }

    /// Authenticates a token again, by its stored digest.
    func admit(_ id: TokenID, digest: [UInt8]) throws -> Verdict {
        let (time, checkedAt) = (now(), uptime())
        if let verdict = cachedVerdict(id, digest, time, checkedAt) { return verdict }
        guard let found = try look(up: id, at: time, checkedAt) else { return .unknown }
        return entries.withLock { entries in
            var entry = entries[id] ?? found
            defer { entries[id] = entry }
            return verdict(digest, &entry, time)
        }
    }

    /// Returns the principal of a token that is cached and would be admitted; `nil` for any other.
    ///
    /// It reads nothing from the store and counts no request; `countRequest` does.
    func cachedPrincipal(of token: AccessToken) -> Principal? {
        let (digest, time, checkedAt) = (token.digest, now(), uptime())
        return entries.withLock { entries in
            guard let entry = entries[token.id], entry.checkedAt + Self.memory > checkedAt,
                digest.isSameInConstantTime(as: entry.record.digest), entry.record.expiresAt.map({ $0 > time }) ?? true,
                entry.bucket.hasToken(at: time)
            else { return nil }
            return Principal(entry.record)
        }
    }

    /// Counts a request of a token for its rate limit and its last use.
    func countRequest(of id: TokenID) {
        let time = now()
        entries.withLock { entries in
            guard let index = entries.index(forKey: id) else { return }
            _ = entries.values[index].bucket.removeToken(at: time)
        }
        uses.withLock { $0[id] = time }
    }

    private func cachedVerdict(
        _ id: TokenID,
        _ digest: [UInt8],
        _ time: Timestamp,
        _ checkedAt: Duration
    ) -> Verdict? {
        entries.withLock { entries in
            guard let index = entries.index(forKey: id), entries.values[index].checkedAt + Self.memory > checkedAt
            else { return nil }
            return verdict(digest, &entries.values[index], time)
        }
    }

    /// Whether the token of a client that was admitted exists, has not expired, and gives the same rights.
    ///
    /// It does not count as a request.
    func stillAdmits(_ principal: Principal) throws -> Bool {
        let (time, checkedAt) = (now(), uptime())
        let known = entries.withLock { entries in
            entries[principal.tokenID].flatMap { $0.checkedAt + Self.memory > checkedAt ? $0.record : nil }
        }
        guard let record = try known ?? look(up: principal.tokenID, at: time, checkedAt)?.record else { return false }
        return record.expiresAt.map { $0 > time } ?? true && Principal(record) == principal
    }

    /// Throws `Problem` where a client that was admitted for a request some time ago would not be admitted now.
    ///
    /// For a request that has lasted no longer than a token is cached, nothing is checked.
    func recheck(_ principal: Principal?, since admittedAt: Duration) throws {
        guard let principal, uptime() - admittedAt > Self.memory, try !stillAdmits(principal) else { return }
        throw Problem.unauthorized("this token was removed or has expired while the request lasted")
    }

    /// Reads a token from the store and caches it, with its rate limit as it was.
    private func look(up id: TokenID, at time: Timestamp, _ checkedAt: Duration) throws -> Entry? {
        guard let record = try store.accessTokens.find(id) else {
            entries.withLock { $0[id] = nil }
            return nil
        }
        return entries.withLock { entries in
            var entry = Entry(
                record: record,
                checkedAt: checkedAt,
                bucket: TokenBucket(rate: rate, burst: rate * 2, at: time)
            )
            if let known = entries[id] { entry.bucket = known.bucket }
            if entries.count > 10_000 { entries = [:] }
            entries[id] = entry
            return entry
        }
    }

    private func verdict(_ digest: [UInt8], _ entry: inout Entry, _ time: Timestamp) -> Verdict {
        guard digest.isSameInConstantTime(as: entry.record.digest) else { return .unknown }
        if let end = entry.record.expiresAt, end <= time { return .expired }
        if let wait = entry.bucket.removeToken(at: time) { return .tooMany(retryAfterSeconds: wait) }
        uses.withLock { $0[entry.record.id] = time }
        return .known(Principal(entry.record))
    }

    /// Called after the token was removed or changed here.
    func forget(_ id: TokenID) {
        entries.withLock { $0[id] = nil }
    }

    /// Writes the times of the tokens' last use; those of a failed write are written the next time.
    func writeUses() throws {
        let uses = uses.withLock { $0 }
        guard !uses.isEmpty else { return }
        try store.accessTokens.recordUse(of: uses)
        self.uses.withLock { current in for (id, time) in uses where current[id] == time { current[id] = nil } }
    }
}

/// A rate limit with bursts.
struct TokenBucket: Sendable {
    private let rate: Double
    private let burst: Double
    private var level: Double
    private var at: Timestamp

    /// Makes a full bucket with a refill per second, 0 for no limit, and a capacity of 1 or more.
    init(rate: Double, burst: Double, at time: Timestamp) {
        self.rate = rate
        self.burst = max(1, burst)
        self.level = max(1, burst)
        self.at = time
    }

    func hasToken(at time: Timestamp) -> Bool {
        var bucket = self
        return bucket.removeToken(at: time) == nil
    }

    /// Returns `nil` where there was a token; otherwise the number of seconds until there is one, 1 or more.
    ///
    /// A clock that was set back refills nothing.
    mutating func removeToken(at time: Timestamp) -> Int? {
        guard rate > 0 else { return nil }
        level = min(burst, level + max(0, at.seconds(to: time)) * rate)
        at = time
        guard level < 1 else {
            level -= 1
            return nil
        }
        return max(1, Int(((1 - level) / rate).rounded(.up)))
    }
}
