internal import VisitModel

/// How often somebody may do something: so many times a second in the long run, some more in a moment.
struct TokenBucket: Sendable {
    private let rate: Double
    private let burst: Double
    private var level: Double
    private var at: Timestamp

    /// Makes a full bucket.
    ///
    /// - Parameters:
    ///   - rate: how many a second; 0 for any number.
    ///   - burst: how many at once, 1 or more.
    ///   - time: now.
    init(rate: Double, burst: Double, at time: Timestamp) {
        self.rate = rate
        self.burst = max(1, burst)
        self.level = max(1, burst)
        self.at = time
    }

    /// Takes one out.
    ///
    /// - Parameter time: now; a clock that was set back refills nothing.
    /// - Returns: `nil` where there was one; otherwise in how many seconds there is one again, 1 or more.
    mutating func take(at time: Timestamp) -> Int? {
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
