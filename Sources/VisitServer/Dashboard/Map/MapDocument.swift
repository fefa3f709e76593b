internal import Interchange
internal import VisitModel

/// A map's content for its script.
struct MapDocument: Encodable, Sendable {
    var shapes: [Shape] = []
    var points: [Point] = []
    /// The lines of phones' tracks: latitudes and longitudes.
    var tracks: [[[Double]]] = []
    /// Below the map.
    var note: String?

    struct Shape: Encodable, Sendable {
        let name: String
        /// The page of the geofence.
        let address: String
        let latitude: Double
        let longitude: Double
        let radiusMeters: Double?
        /// The rings of a polygon, the outer one first: latitudes and longitudes.
        let rings: [[[Double]]]?
        /// Whether the geofence was delivered to a phone.
        let isWatched: Bool

        enum CodingKeys: String, CodingKey {
            case name, address, latitude, longitude, rings
            case radiusMeters = "radius_m"
            case isWatched = "watched"
        }
    }

    struct Point: Encodable, Sendable {
        let name: String
        let latitude: Double
        let longitude: Double
    }
}

extension MapDocument.Shape {
    init(_ facility: Facility, isWatched: Bool) {
        let center = facility.geofence.center
        var (radius, rings): (Double?, [[[Double]]]?)
        switch facility.geofence {
        case .circle(_, let circle): radius = circle.meters
        case .polygon(let polygon):
            rings = polygon.geoJSONRings.map { ring in ring.map { [$0.latitude, $0.longitude] } }
        }
        self.init(
            name: facility.name.orNothing ?? facility.id.text,
            address: DashboardLink.facility(facility.id),
            latitude: center.latitude,
            longitude: center.longitude,
            radiusMeters: radius,
            rings: rings,
            isWatched: isWatched
        )
    }
}

extension MapDocument.Point {
    init(_ point: Coordinate, name: String) {
        self.init(name: name, latitude: point.latitude, longitude: point.longitude)
    }
}
