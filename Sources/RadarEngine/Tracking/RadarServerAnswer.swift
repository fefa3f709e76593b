internal import TrackingModel
/// The server's response to an upload, or the failure of the upload.
public struct RadarServerAnswer: Hashable, Sendable, Codable {
    /// The status of the upload.
    public var status: RadarStatus
    /// Whether the server sees the device in a geofence or a place that it can exit; `nil` where it does not say.
    public var canExit: Bool?
    /// The ids of the geofences that the server sees the device in; `nil` where it does not say.
    public var geofenceIDs: Set<String>?
    /// The tags of the geofences that the server sees the device in; `nil` where it does not say.
    public var geofenceTags: Set<String>?
    /// The geofences near the device, nearest first; `nil` where the response has no list.
    public var nearbyGeofences: [RadarNearbyGeofence]?
    /// The response's part about the SDK itself; `nil` where it has none, which changes nothing.
    public var meta: RadarServerMeta?
    /// Whether the server has a trip of the device; `nil` where it does not say.
    public var hasTrip: Bool?

    /// Creates a response; a field is `nil` where the response does not contain it.
    public init(
        status: RadarStatus,
        canExit: Bool? = nil,
        geofenceIDs: Set<String>? = nil,
        geofenceTags: Set<String>? = nil,
        nearbyGeofences: [RadarNearbyGeofence]? = nil,
        meta: RadarServerMeta? = nil,
        hasTrip: Bool? = nil
    ) {
        self.status = status
        self.canExit = canExit
        self.geofenceIDs = geofenceIDs
        self.geofenceTags = geofenceTags
        self.nearbyGeofences = nearbyGeofences
        self.meta = meta
        self.hasTrip = hasTrip
    }
}
