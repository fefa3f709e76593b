internal import TrackingModel

/// Which geofences are watched that were not, and the other way round (`GeofencesChangeEvent`).
///
/// Only differences. Where every geofence was removed both lists are empty. Transistor, BGGeo.onGeofencesChange;
/// Transistor, "Geofencing".
public struct GeofencesChange: Hashable, Sendable, Codable {
    /// The geofences that are watched from now on.
    public var on: [TrackedGeofence]
    /// The names of those that are watched no longer.
    public var off: [String]

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - on: the geofences that are watched from now on.
    ///   - off: the names of those that are watched no longer.
    public init(on: [TrackedGeofence] = [], off: [String] = []) {
        self.on = on
        self.off = off
    }
}
