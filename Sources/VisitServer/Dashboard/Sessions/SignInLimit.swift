internal import VisitModel

/// How often somebody may try to sign in: ten times at once, then once every six seconds, by network address.
///
/// A token can't be guessed; this keeps trying from costing much.
struct SignInLimit: Sendable {
    /// How many a second in the long run.
    private static let rate = 1.0 / 6
    private static let burst = 10.0
    /// The most addresses that are remembered; then all are forgotten, which lets somebody try ten times more.
    private static let addressLimit = 10_000

    private var buckets: [String: TokenBucket] = [:]

    /// Notes a try.
    ///
    /// - Parameters:
    ///   - address: from where.
    ///   - now: the time.
    /// - Returns: `nil` where it may be made; otherwise in how many seconds it may.
    mutating func take(from address: String, at now: Timestamp) -> Int? {
        if buckets.count >= Self.addressLimit, buckets[address] == nil { buckets = [:] }
        return buckets[address, default: TokenBucket(rate: Self.rate, burst: Self.burst, at: now)].take(at: now)
    }
}
