/// The shape of a facility on the ground.
public enum Geofence: Hashable, Sendable {
    /// All points at most the radius away from the centre.
    case circle(center: Coordinate, radius: Radius)
    /// All points inside the exterior ring, without the holes.
    case polygon(Polygon)
    /// All points inside one of several polygons.
    case multiPolygon(MultiPolygon)

    /// Creates the fence of one or more polygons; throws code `polygon` for none, or for too many corners in all.
    public init(polygons: [Polygon]) throws(ValidationError) {
        guard let only = polygons.first, polygons.count == 1 else {
            self = .multiPolygon(try MultiPolygon(polygons))
            return
        }
        self = .polygon(only)
    }

    /// The polygons of the fence; empty for a circle.
    public var polygons: [Polygon] {
        switch self {
        case .circle: []
        case .polygon(let polygon): [polygon]
        case .multiPolygon(let area): area.polygons
        }
    }

    /// The fence itself where it is a circle, otherwise a circle that contains all of it.
    ///
    /// Phones' systems monitor circles only.
    public var enclosingCircle: (center: Coordinate, radiusMeters: Double) {
        switch self {
        case .circle(let center, let radius): (center, radius.meters)
        case .polygon(let polygon): polygon.boundingCircle
        case .multiPolygon(let area): area.boundingCircle
        }
    }

    /// The point for a map or a list: the centre of the circle, or of the circle around the polygons.
    public var center: Coordinate {
        guard case .circle(let center, _) = self else { return enclosingCircle.center }
        return center
    }

    /// The distance from a point to the fence's edge on WGS84, in metres, negative inside.
    public func signedDistance(to point: Coordinate) -> Double {
        switch self {
        case .circle(let center, let radius): center.distance(to: point) - radius.meters
        case .polygon(let polygon): polygon.signedDistance(to: point)
        case .multiPolygon(let area): area.signedDistance(to: point)
        }
    }
}
