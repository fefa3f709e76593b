internal import TrackingModel
public import VisitModel

/// A geofence that the server names as near the device.
public struct RadarNearbyGeofence: Hashable, Sendable, Codable, Identifiable {
    /// The server's id of the geofence.
    public let id: String
    /// The centre; of a polygon, that of the circle round it.
    public let center: Coordinate
    /// The radius in metres; of a polygon, that of the circle round it.
    public let radiusMeters: Double
    /// The polygon; `nil` for a circle.
    public let polygon: Polygon?
    /// Whether a device has to have stopped to enter it (`stopDetection`); `nil` where the server does not say.
    public let needsStop: Bool?
    /// After how many minutes inside a stay counts as a dwell (`dwellThreshold`); `nil` where the server does not say.
    public let dwellMinutes: Double?
    /// The name of its region on iOS, made once: it is in every list that has the geofence.
    let iosRegionID: String

    private enum CodingKeys: String, CodingKey {
        case id, center, radiusMeters, polygon, needsStop, dwellMinutes
    }

    /// Makes a geofence.
    ///
    /// - Parameters:
    ///   - id: the server's id.
    ///   - center: the centre, of a polygon that of the circle round it.
    ///   - radius: the radius, of a polygon that of the circle round it.
    ///   - polygon: the polygon; `nil` for a circle.
    ///   - needsStop: whether a device has to have stopped to enter it; `nil` for as the project has it.
    ///   - dwellMinutes: after how many minutes inside a stay counts as a dwell; `nil` for as the project has it.
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

    /// Reads a geofence as it was kept.
    ///
    /// - Parameter decoder: where it stands.
    /// - Throws: `DecodingError`.
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

    /// Whether a point lies inside, or no farther outside than a margin.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - marginMeters: the margin in metres, 0 or more.
    /// - Returns: true inside.
    public func contains(_ point: Coordinate, marginMeters: Double = 0) -> Bool {
        let isNear = point.distance(to: center) <= radiusMeters + marginMeters
        guard let polygon else { return isNear }
        if polygon.contains(point) { return true }
        return marginMeters > 0 && isNear && polygon.signedDistance(to: point) <= marginMeters
    }
}
