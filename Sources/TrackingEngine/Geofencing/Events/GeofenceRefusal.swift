internal import TrackingModel
/// A rejected report of a geofence transition.
public struct GeofenceRefusal: Hashable, Sendable, Codable {
    /// The geofence's name.
    public let identifier: String
    /// The reason of the rejection.
    public let reason: FixRefusal
}
