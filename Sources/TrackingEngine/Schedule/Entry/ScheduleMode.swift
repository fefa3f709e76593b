internal import TrackingModel

/// What a scheduled window turns on.
///
/// Rule: Transistor, "AppConfig", schedule, scheduling modes: an entry may end with `location` or `geofence`; without,
/// it means location.
public enum ScheduleMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// The phone records where it is, and watches its geofences.
    case location
    /// The phone watches its geofences only.
    case geofence
}
