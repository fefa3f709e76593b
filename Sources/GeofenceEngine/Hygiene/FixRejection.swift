/// Why a fix is not used, or is used otherwise than it came.
///
/// Each is counted and shown: a person who wonders where fixes went finds them all here.
public enum FixRejection: String, Hashable, Sendable, CaseIterable {
    /// Dated before any phone could have sent it (1901, 1970, 1024 weeks early).
    case clockTooEarly = "clock_too_early"
    /// Dated after it was received: by more than 26 hours, against the device's other fixes, or without a receive time.
    case clockInFuture = "clock_in_future"
    /// Worse than the policy's largest accuracy.
    case poorAccuracy = "poor_accuracy"
    /// The same reading a second time.
    case exactRepeat = "exact_repeat"
    /// Impossible to reach from the reading before it and to leave for the one after it.
    case impossibleSpeed = "impossible_speed"
    /// Older than the horizon: kept, and not evaluated.
    case beyondHorizon = "beyond_horizon"
}
