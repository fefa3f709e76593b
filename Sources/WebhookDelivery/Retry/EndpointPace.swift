public import VisitModel

/// The concurrency limit of one endpoint, adjusted by the outcomes of its requests.
///
/// The limit starts low and rises by one each time that as many requests as it allows have succeeded. So a fast
/// receiver gets many, a small one with a short connection queue is not overrun, and an unresponsive one never gets
/// more than the first few. A sign of overload lowers it to one at a time, after a pause. The additive increase and the
/// drop are those of congestion control (RFC 5681, section 3.1).
public struct EndpointPace: Hashable, Sendable {
    /// The initial limit.
    public static let firstLimit = 4
    /// The highest limit.
    public static let highestLimit = 64
    /// The first back-off pause; each further one without a success in between is twice as long.
    public static let firstPause = Duration.seconds(5)
    /// The longest back-off pause that we choose ourselves.
    public static let longestPause = Duration.seconds(60)
    /// The bounds of a pause that a receiver requests.
    ///
    /// At least a second, so that an overloaded receiver that requests none is not called again at once; at most an
    /// hour, so that one wrong response does not stop everything for long.
    public static let requestedPauses = Duration.seconds(1)...Duration.seconds(3600)

    /// The number of requests that may be in flight now.
    public private(set) var limit = firstLimit
    /// The time before which no request may start; may be in the past.
    public private(set) var pausedUntil: Timestamp?

    /// The number of successes since the limit last changed.
    private var successes = 0
    private var nextPause = firstPause

    /// Creates the pace of an endpoint without history.
    public init() {}

    /// Records the end of a request.
    ///
    /// - Parameters:
    ///   - outcome: the end of the attempt. A failure that is not `slowsDown` changes nothing: the message may be the
    ///     cause.
    ///   - now: when the request ended.
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
            // Requests that were in flight together fail together: only the first of them starts a pause.
            pausedUntil = now.advanced(by: nextPause)
            nextPause = min(nextPause * 2, Self.longestPause)
        }
    }

    /// The number of further requests that may start now.
    ///
    /// - Parameters:
    ///   - inFlight: the number of requests in flight.
    ///   - now: the current time.
    /// - Returns: zero or more; zero during a pause.
    public func room(inFlight: Int, now: Timestamp) -> Int {
        if let pausedUntil, pausedUntil > now { return 0 }
        return max(0, limit - inFlight)
    }
}
