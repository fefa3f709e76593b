internal import VisitModel

/// A token bucket: a rate limit with bursts.
struct TokenBucket: Sendable {
    private let rate: Double
    private let burst: Double
    private var level: Double
    private var at: Timestamp

    /// Makes a full bucket.
    ///
    /// - Parameters:
    ///   - rate: the refill per second; 0 for no limit.
    ///   - burst: the capacity, 1 or more.
    ///   - time: the current time.
    init(rate: Double, burst: Double, at time: Timestamp) {
        self.rate = rate
        self.burst = max(1, burst)
        self.level = max(1, burst)
        self.at = time
    }

    /// Removes one token.
    ///
    /// - Parameter time: the current time; a clock that was set back refills nothing.
    /// - Returns: `nil` where there was one; otherwise the number of seconds until there is one, 1 or more.
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
