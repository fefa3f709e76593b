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
    /// The longest back-off pause.
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
    /// Whether the receiver requested the present pause.
    private var isPauseRequested = false

    /// Creates the pace of an endpoint without history.
    public init() {}

    /// Records the end of a request.
    ///
    /// A failure that is not `slowsDown` changes nothing: the message may be the cause.
    public mutating func record(_ outcome: AttemptOutcome, at now: Timestamp) {
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
            isPauseRequested = true
        } else if running == nil {
            // Requests that were in flight together fail together: only the first of them starts a pause.
            pausedUntil = now.advanced(by: nextPause)
            nextPause = min(nextPause * 2, Self.longestPause)
            isPauseRequested = false
        }
    }

    /// Ends a back-off pause, because there is reason to try again; a pause that the receiver requested goes on.
    public mutating func resume() {
        guard !isPauseRequested else { return }
        pausedUntil = nil
        nextPause = Self.firstPause
    }

    /// The number of further requests that may start now; zero during a pause.
    public func room(inFlight: Int, now: Timestamp) -> Int {
        if let pausedUntil, pausedUntil > now { return 0 }
        return max(0, limit - inFlight)
    }
}

/// The start of an endpoint's current run of failures, stored next to the endpoint between attempts.
///
/// An endpoint that is enabled again starts with a new value.
public struct EndpointHealth: Hashable, Sendable {
    /// The longest time that an endpoint may fail without one success.
    ///
    /// Five days, as Svix has it: longer than the 75 hours in which a message is attempted, and than a weekend with a
    /// holiday.
    public static let longestFailure = Duration.seconds(120 * 3600)

    /// The first failure after the last success; `nil` while the last attempt succeeded.
    public private(set) var failingSince: Timestamp?

    /// Restores the stored value.
    public init(failingSince: Timestamp? = nil) { self.failingSince = failingSince }

    /// Records the end of an attempt; returns why the endpoint is to be disabled, or `nil` if it is not.
    ///
    /// An attempt that does not count changes nothing.
    public mutating func record(_ outcome: AttemptOutcome, at now: Timestamp) -> WebhookEndpoint.DisablingReason? {
        if !outcome.counts { return nil }
        if outcome.isSuccess {
            failingSince = nil
            return nil
        }
        // The earlier of the two, so that a clock that was ahead and is set back does not postpone the disabling.
        let since = min(failingSince ?? now, now)
        failingSince = since
        if outcome.isGone { return .gone }
        return now >= since.advanced(by: Self.longestFailure) ? .failingTooLong : nil
    }
}
