internal import VisitModel

/// The rate limit of failed sign-ins by client address: ten at once, then one every six seconds.
///
/// Valid tokens are not counted and always accepted, so that no client locks out another one of its address.
struct SignInLimit: Sendable {
    /// The refill per second.
    private static let rate = 1.0 / 6
    private static let burst = 10.0
    /// The most addresses in memory; beyond it all are removed, which allows each ten more attempts.
    private static let addressLimit = 10_000

    private var buckets: [String: TokenBucket] = [:]

    /// Records a failed attempt.
    ///
    /// - Parameters:
    ///   - address: the client's address.
    ///   - now: the current time.
    /// - Returns: `nil` within the limit; otherwise the number of seconds until the next attempt.
    mutating func recordFailure(from address: String, at now: Timestamp) -> Int? {
        if buckets.count >= Self.addressLimit, buckets[address] == nil { buckets = [:] }
        return buckets[address, default: TokenBucket(rate: Self.rate, burst: Self.burst, at: now)].removeToken(at: now)
    }
}
