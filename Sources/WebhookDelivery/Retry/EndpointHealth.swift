public import VisitModel

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
    public init(failingSince: Timestamp? = nil) {
        self.failingSince = failingSince
    }

    /// Records the end of an attempt.
    ///
    /// - Parameters:
    ///   - outcome: the end of the attempt; one that does not count changes nothing.
    ///   - now: when the attempt ended.
    /// - Returns: why the endpoint is to be disabled; `nil` if it is not.
    public mutating func note(_ outcome: AttemptOutcome, at now: Timestamp) -> WebhookEndpoint.DisablingReason? {
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
