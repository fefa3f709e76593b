/// What a phone's operating system says has happened at a geofence.
///
/// Evidence, not truth: systems tell of crossings late, from old positions, and of some that never were.
public enum FenceAction: String, Sendable, Hashable, CaseIterable {
    /// The phone came in.
    case entered
    /// The phone went out.
    case exited
    /// The phone has stayed inside for the time that the system was told to wait.
    case dwelled
}
