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
    private let uptime: @Sendable () -> Duration
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
        if let verdict = entries.withLock({ entries -> Verdict? in
            guard var entry = entries[id], entry.checkedAt + Self.memory > checkedAt else { return nil }
            defer { entries[id] = entry }
            return verdict(digest, &entry, time)
        }) {
            return verdict
        }
        guard let record = try store.accessTokens.find(id) else {
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
            return verdict(digest, &entry, time)
        }
    }

    private func verdict(_ digest: [UInt8], _ entry: inout Entry, _ time: Timestamp) -> Verdict {
        guard AccessToken.isSame(digest, entry.record.digest) else { return .unknown }
        if let end = entry.record.expiresAt, end <= time { return .expired }
        if let wait = entry.bucket.removeToken(at: time) { return .tooMany(retryAfterSeconds: wait) }
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
