internal import TrackingModel
/// The mode that a scheduled window turns on.
///
/// Rule: Transistor, "AppConfig", schedule, scheduling modes: an entry may end with `location` or `geofence`; the
/// default is location.
public enum ScheduleMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// Locations and geofences are tracked.
    case location
    /// Geofences alone are monitored.
    case geofence
}
