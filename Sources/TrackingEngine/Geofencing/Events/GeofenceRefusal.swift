internal import TrackingModel

/// Something that was told of a geofence and is not believed.
public struct GeofenceRefusal: Hashable, Sendable, Codable {
    /// The geofence's name.
    public let identifier: String
    /// Why.
    public let reason: FixRefusal
}
