internal import Interchange
internal import VisitModel

/// What is drawn on a map, as its script reads it.
struct MapDocument: Encodable, Sendable {
    var shapes: [Shape] = []
    var points: [Point] = []
    /// Where a phone went, in pieces: latitudes and longitudes.
    var tracks: [[[Double]]] = []
    /// Said below the map.
    var note: String?

    /// A geofence.
    struct Shape: Encodable, Sendable {
        let name: String
        /// Its page.
        let address: String
        let latitude: Double
        let longitude: Double
        let radiusMeters: Double?
        /// The rings of a polygon, the outer one first: latitudes and longitudes.
        let rings: [[[Double]]]?
        /// Whether a phone watches it.
        let isWatched: Bool

        enum CodingKeys: String, CodingKey {
            case name, address, latitude, longitude, rings
            case radiusMeters = "radius_m"
            case isWatched = "watched"
        }
    }

    /// Somebody's place.
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
