internal import VisitModel

/// How long a message waits before each try.
public struct RetrySchedule: Hashable, Sendable {
    /// The longest wait that a receiver can ask for.
    ///
    /// A receiver may slow down its own messages, but not hold them for ever: they take room in our database, and a message
    /// that is weeks old does more harm than a dead one that is told of. A day is the schedule's own last step.
    public static let longestRequestedWait = Duration.seconds(86_400)

    /// The wait before each try in order, without jitter; the first is the one before the first try.
    public let waits: [Duration]
    /// How much a wait may be longer or shorter, in percent of it.
    ///
    /// Jitter keeps messages that failed together from coming back together.
    public let jitterPercent: Int

    /// The example of Standard Webhooks 1.0.0, "Deliverability and reliability": 10 tries in 75 h 35 min 5 s.
    ///
    /// At once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. The specification asks for jitter without
    /// saying how much; 20 % is what Svix's server does.
    public static let standard = RetrySchedule(
        checkedWaits: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map { .seconds($0) },
        jitterPercent: 20
    )

    /// Checks and takes a schedule.
    ///
    /// - Parameters:
    ///   - waits: one for each try, from zero to 30 days; at least one.
    ///   - jitterPercent: 0...100.
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

    /// How many tries a message has.
    public var attempts: Int { waits.count }

    /// The wait after a try that failed.
    ///
    /// - Parameters:
    ///   - attempt: which try it was; the first is 1.
    ///   - retryAfter: what the receiver asked for. It can only make the wait longer, and by itself not longer than
    ///     `longestRequestedWait`.
    ///   - generator: where the jitter comes from.
    /// - Returns: the length of time to the next try in whole milliseconds; nothing if that was the last try.
    public func wait(
        afterAttempt attempt: Int,
        retryAfter: Duration?,
        using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        precondition(attempt >= 1, "tries are counted from 1")
        guard attempt < waits.count else { return nil }
        let plain = waits[attempt].wholeMilliseconds
        let span = plain * Int64(jitterPercent) / 100
        let wait = Duration.milliseconds(plain + Int64.random(in: -span...span, using: &generator))
        guard let retryAfter else { return wait }
        return max(wait, min(retryAfter, Self.longestRequestedWait))
    }
}
