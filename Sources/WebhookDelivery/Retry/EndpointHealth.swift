public import VisitModel

/// Since when an endpoint has only failed: what is kept of it, next to the endpoint, from try to try.
///
/// An endpoint that is enabled again begins with a new one.
public struct EndpointHealth: Hashable, Sendable {
    /// How long an endpoint may fail without one success.
    ///
    /// Five days, as Svix has it: longer than the 75 hours in which a message is tried, and than a weekend with a holiday.
    public static let longestFailure = Duration.seconds(120 * 3600)

    /// The first failure after the last success; nothing while the last try succeeded.
    public private(set) var failingSince: Timestamp?

    /// Takes what was kept.
    ///
    /// - Parameter failingSince: the first failure after the last success, if there is one.
    public init(failingSince: Timestamp? = nil) {
        self.failingSince = failingSince
    }

    /// Takes note of how a try ended.
    ///
    /// - Parameters:
    ///   - outcome: how it ended.
    ///   - now: when it ended.
    /// - Returns: why the endpoint is to be disabled; nothing if it is not.
    public mutating func note(_ outcome: AttemptOutcome, at now: Timestamp) -> WebhookEndpoint.DisablingReason? {
        if !outcome.counts { return nil }
        if outcome.isSuccess {
            failingSince = nil
            return nil
        }
        // The earlier of the two, so that a clock that was ahead and is set back does not put the end off.
        let since = min(failingSince ?? now, now)
        failingSince = since
        if outcome.isGone { return .gone }
        return now >= since.advanced(by: Self.longestFailure) ? .failingTooLong : nil
    }
}
