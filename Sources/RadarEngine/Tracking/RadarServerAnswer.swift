internal import TrackingModel

/// How an upload ended.
public struct RadarServerAnswer: Hashable, Sendable, Codable {
    /// How it ended.
    public var status: RadarStatus
    /// Whether the server sees the device in a geofence or a place, so that it can leave one; `nil` where it does not
    /// say.
    public var canExit: Bool?
    /// The ids of the geofences that the server sees the device in; `nil` where it does not say.
    public var geofenceIDs: Set<String>?
    /// The tags of the geofences that the server sees the device in; `nil` where it does not say.
    public var geofenceTags: Set<String>?
    /// The geofences near the device, the nearest first; `nil` where the answer has no list.
    public var nearbyGeofences: [RadarNearbyGeofence]?
    /// What the answer says about the SDK itself; `nil` where it says nothing, which changes nothing.
    public var meta: RadarServerMeta?
    /// Whether the server knows of a trip of the device; `nil` where it does not say.
    public var hasTrip: Bool?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: how it ended.
    ///   - canExit: whether there is something to leave.
    ///   - geofenceIDs: the ids of the geofences that the device is in.
    ///   - geofenceTags: the tags of the geofences that the device is in.
    ///   - nearbyGeofences: the geofences near the device.
    ///   - meta: what it says about the SDK.
    ///   - hasTrip: whether the server knows of a trip.
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
