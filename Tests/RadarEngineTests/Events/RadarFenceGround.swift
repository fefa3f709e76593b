import RadarEngine
import RadarEngine
import VisitModel

/// Geofences at known places north of the ground's own point.
enum RadarFenceGround {
    /// A circle of 100 m round the ground's point, or so many metres north of it.
    static func gym(
        _ id: String = "gym",
        north: Double = 0,
        radius: Double = 100,
        needsStop: Bool? = nil,
        dwellMinutes: Double? = nil
    ) throws -> RadarNearbyGeofence {
        RadarNearbyGeofence(
            id: id,
            center: try RadarGround.place(north: north),
            radius: try Radius(meters: radius),
            needsStop: needsStop,
            dwellMinutes: dwellMinutes
        )
    }

    /// A square with sides of 200 m, its southern side 1 km north of the ground's point and its middle due north.
    static func spa() throws -> RadarNearbyGeofence {
        let corners = [(1000.0, -100.0), (1000, 100), (1200, 100), (1200, -100)]
        let polygon = try Polygon(exterior: corners.map { try point(north: $0.0, east: $0.1) })
        return RadarNearbyGeofence(
            id: "spa",
            center: polygon.boundingCircle.center,
            radius: try Radius(meters: polygon.boundingCircle.radiusMeters),
            polygon: polygon
        )
    }

    /// A circle 6 km away, so that a list with it holds as far as a list can.
    static func far() throws -> RadarNearbyGeofence { try gym("far", north: 6000) }

    /// A point some metres north and east of the ground's point; 85,394 m are a degree of longitude there.
    static func point(north: Double, east: Double) throws -> Coordinate {
        let place = try RadarGround.place(north: north)
        return try Coordinate(latitude: place.latitude, longitude: place.longitude + east / 85_394)
    }
}
