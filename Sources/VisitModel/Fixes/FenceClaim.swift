/// What a phone's operating system says a member did at a geofence.
public enum FenceAction: String, Hashable, Sendable, CaseIterable {
    /// Came in.
    case entered
    /// Left.
    case exited
    /// Stayed for the time that was asked for.
    case dwelled
}
