/// A geofence transition as a phone's operating system reports it.
///
/// It is evidence, not truth: systems report transitions late, from outdated positions, and sometimes falsely.
public enum FenceAction: String, Sendable, Hashable, CaseIterable {
    /// The phone entered the geofence.
    case entered
    /// The phone exited the geofence.
    case exited
    /// The phone stayed inside for the loitering delay configured in the system.
    case dwelled
}
