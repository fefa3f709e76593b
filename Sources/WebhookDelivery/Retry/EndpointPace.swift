public import VisitModel

/// How many requests one endpoint may be sent at a time, from how the last ones ended.
///
/// It begins low and rises by one each time that as many as are allowed have succeeded, so that a fast receiver gets much, a
/// small one with a short queue of connections is not overrun, and one that does not answer never gets more than the first
/// few. A sign of overload takes it down to one at a time, after a pause. (The additive increase and the fall are those of
/// congestion control, RFC 5681 section 3.1.)
public struct EndpointPace: Hashable, Sendable {
    /// How many may be under way at first.
    public static let firstLimit = 4
    /// How many may be under way at most.
    public static let highestLimit = 64
    /// The first pause; each that follows without a success in between is twice as long.
    public static let firstPause = Duration.seconds(5)
    /// The longest pause that we make of ourselves.
    public static let longestPause = Duration.seconds(60)
    /// The shortest and longest pause that a receiver gets by asking for it.
    ///
    /// A second at least, so that a receiver that is overloaded and asks for none is not called again at once; an hour at most,
    /// so that one wrong answer does not stop everything for long.
    public static let requestedPauses = Duration.seconds(1)...Duration.seconds(3600)

    /// How many may be under way now.
    public private(set) var limit = firstLimit
    /// Until when nothing new may be sent; may be past.
    public private(set) var pausedUntil: Timestamp?

    /// How many successes there were since the limit last changed.
    private var successes = 0
    private var nextPause = firstPause

    /// An endpoint of which nothing is known.
    public init() {}

    /// Takes note of how a request ended.
    ///
    /// - Parameters:
    ///   - outcome: how it ended. A failure that is not `slowsDown` changes nothing: it can be the message's fault.
    ///   - now: when it ended.
    public mutating func note(_ outcome: AttemptOutcome, at now: Timestamp) {
        if outcome.isSuccess {
            successes += 1
            if successes >= limit {
                limit = min(limit + 1, Self.highestLimit)
                successes = 0
            }
            nextPause = Self.firstPause
        } else if outcome.slowsDown {
            limit = 1
            successes = 0
            pause(outcome.retryAfter, now)
        }
    }

    private mutating func pause(_ requested: Duration?, _ now: Timestamp) {
        let running = pausedUntil.flatMap { $0 > now ? $0 : nil }
        if let requested {
            let bounds = Self.requestedPauses
            let until = now.advanced(by: min(max(requested, bounds.lowerBound), bounds.upperBound))
            pausedUntil = max(until, running ?? until)
        } else if running == nil {
            // Requests that were under way together fail together: only the first of them begins a pause.
            pausedUntil = now.advanced(by: nextPause)
            nextPause = min(nextPause * 2, Self.longestPause)
        }
    }

    /// How many more may be sent.
    ///
    /// - Parameters:
    ///   - inFlight: how many are under way.
    ///   - now: the time.
    /// - Returns: zero or more.
    public func room(inFlight: Int, now: Timestamp) -> Int {
        if let pausedUntil, pausedUntil > now { return 0 }
        return max(0, limit - inFlight)
    }
}
