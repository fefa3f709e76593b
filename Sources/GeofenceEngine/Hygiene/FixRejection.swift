/// The reason why a fix is not used, or not used as it was received.
///
/// Each is counted and shown, so that every unused fix is accounted for.
public enum FixRejection: String, Hashable, Sendable, CaseIterable {
    /// Dated before any phone could have sent it (1901, 1970, 1024 weeks early).
    case clockTooEarly = "clock_too_early"
    /// Dated after it was received: by more than 26 hours, against the device's other fixes, or without a receive time.
    case clockInFuture = "clock_in_future"
    /// Worse than the policy's largest accuracy.
    case poorAccuracy = "poor_accuracy"
    /// An exact repeat of a fix.
    case exactRepeat = "exact_repeat"
    /// Impossible to reach from the fix before it and to leave for the one after it.
    case impossibleSpeed = "impossible_speed"
    /// Older than the horizon: stored, but not evaluated.
    case beyondHorizon = "beyond_horizon"
}
