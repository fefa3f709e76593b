internal import TrackingModel
public import VisitModel

/// A geofence near the device, as listed by the server.
public struct RadarNearbyGeofence: Hashable, Sendable, Codable, Identifiable {
    /// The server's id of the geofence.
    public let id: String
    /// The centre; for a polygon, that of its bounding circle.
    public let center: Coordinate
    /// The radius in metres; for a polygon, that of its bounding circle.
    public let radiusMeters: Double
    /// The polygon; `nil` for a circle.
    public let polygon: Polygon?
    /// Whether a device must have stopped to enter (`stopDetection`); `nil` where the server does not say.
    public let needsStop: Bool?
    /// The minutes after which a stay counts as a dwell (`dwellThreshold`); `nil` where the server does not say.
    public let dwellMinutes: Double?
    /// The identifier of its region on iOS, computed once because it is needed for every list with the geofence.
    let iosRegionID: String

    private enum CodingKeys: String, CodingKey {
        case id, center, radiusMeters, polygon, needsStop, dwellMinutes
    }

    /// Creates a geofence.
    public init(
        id: String,
        center: Coordinate,
        radius: Radius,
        polygon: Polygon? = nil,
        needsStop: Bool? = nil,
        dwellMinutes: Double? = nil
    ) {
        self.id = id
        self.center = center
        self.radiusMeters = radius.meters
        self.polygon = polygon
        self.needsStop = needsStop
        self.dwellMinutes = dwellMinutes
        self.iosRegionID = Self.iosRegionID(of: id)
    }

    /// Decodes a stored geofence.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        center = try members.decode(Coordinate.self, forKey: .center)
        radiusMeters = try members.decode(Double.self, forKey: .radiusMeters)
        polygon = try members.decodeIfPresent(Polygon.self, forKey: .polygon)
        needsStop = try members.decodeIfPresent(Bool.self, forKey: .needsStop)
        dwellMinutes = try members.decodeIfPresent(Double.self, forKey: .dwellMinutes)
        iosRegionID = Self.iosRegionID(of: id)
    }

    private static func iosRegionID(of id: String) -> String { "radar_geofence_\(id)" }

    /// Whether a point lies inside, or outside by at most a margin of 0 metres or more.
    public func contains(_ point: Coordinate, marginMeters: Double = 0) -> Bool {
        let isNear = point.distance(to: center) <= radiusMeters + marginMeters
        guard let polygon else { return isNear }
        if polygon.contains(point) { return true }
        return marginMeters > 0 && isNear && polygon.signedDistance(to: point) <= marginMeters
    }
}
