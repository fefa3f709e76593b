internal import TrackingModel
/// The difference in the set of monitored geofences (`GeofencesChangeEvent`).
///
/// Where every geofence was removed both lists are empty. Transistor, BGGeo.onGeofencesChange; Transistor,
/// "Geofencing".
public struct GeofencesChange: Hashable, Sendable, Codable {
    /// The geofences that became monitored.
    public var on: [TrackedGeofence]
    /// The names of those that are no longer monitored.
    public var off: [String]

    /// Creates a change from the geofences that became monitored and the names of those that no longer are.
    public init(on: [TrackedGeofence] = [], off: [String] = []) {
        self.on = on
        self.off = off
    }
}
