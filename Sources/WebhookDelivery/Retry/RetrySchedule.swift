internal import VisitModel

/// The back-off before each delivery attempt.
public struct RetrySchedule: Hashable, Sendable {
    /// The longest wait that a receiver can request.
    ///
    /// A receiver may slow down its own messages, but not hold them for ever: they take room in our database, and a
    /// message that is weeks old does more harm than a dead one that is reported. A day is the last step of the
    /// schedule.
    public static let longestRequestedWait = Duration.seconds(86_400)

    /// The waits before each attempt in order, without jitter; the first precedes the first attempt.
    public let waits: [Duration]
    /// The largest deviation of a wait in either direction, in percent.
    ///
    /// Jitter keeps messages that failed together from being retried together.
    public let jitterPercent: Int

    /// The example of Standard Webhooks 1.0.0, "Deliverability and reliability": 10 attempts in 75 h 35 min 5 s.
    ///
    /// At once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. The specification recommends jitter
    /// without an amount; 20 % is what Svix's server uses.
    public static let standard = RetrySchedule(
        checkedWaits: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map { .seconds($0) },
        jitterPercent: 20
    )

    /// Creates a schedule, or `nil` if a value is out of range.
    ///
    /// There is at least one wait, and each is from zero to 30 days; `jitterPercent` is 0...100.
    public init?(waits: [Duration], jitterPercent: Int) {
        guard !waits.isEmpty, waits.allSatisfy({ (.zero...Duration.seconds(30 * 86_400)).contains($0) }),
            (0...100).contains(jitterPercent)
        else { return nil }
        self.init(checkedWaits: waits, jitterPercent: jitterPercent)
    }

    private init(checkedWaits: [Duration], jitterPercent: Int) {
        self.waits = checkedWaits
        self.jitterPercent = jitterPercent
    }

    /// The number of attempts for a message.
    public var attempts: Int { waits.count }

    /// The wait after a failed attempt, in whole milliseconds; `nil` after the last attempt.
    ///
    /// The first attempt is 1. `retryAfter` is the wait that the receiver requested. It can only lengthen the wait, and
    /// counts up to `longestRequestedWait`.
    public func wait(
        afterAttempt attempt: Int,
        retryAfter: Duration?,
        using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        precondition(attempt >= 1, "attempts are counted from 1")
        guard attempt < waits.count else { return nil }
        let plain = waits[attempt].wholeMilliseconds
        let span = plain * Int64(jitterPercent) / 100
        let wait = Duration.milliseconds(plain + Int64.random(in: -span...span, using: &generator))
        guard let retryAfter else { return wait }
        return max(wait, min(retryAfter, Self.longestRequestedWait))
    }
}
