internal import VisitModel

/// How often a wrong token may be tried at the sign-in page: ten times at once, then once every six seconds, by client address.
///
/// Right tokens are not counted and always let in, so that no client locks out another of its address.
struct SignInLimit: Sendable {
    /// How many a second in the long run.
    private static let rate = 1.0 / 6
    private static let burst = 10.0
    /// The most addresses that are remembered; then all are forgotten, which lets somebody try ten times more.
    private static let addressLimit = 10_000

    private var buckets: [String: TokenBucket] = [:]

    /// Records a failed attempt.
    ///
    /// - Parameters:
    ///   - address: from where.
    ///   - now: the time.
    /// - Returns: `nil` within the limit; otherwise in how many seconds the next may come.
    mutating func take(from address: String, at now: Timestamp) -> Int? {
        if buckets.count >= Self.addressLimit, buckets[address] == nil { buckets = [:] }
        return buckets[address, default: TokenBucket(rate: Self.rate, burst: Self.burst, at: now)].take(at: now)
    }
}
