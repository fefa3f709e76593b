/// The shape of a facility on the ground.
public enum Geofence: Hashable, Sendable {
    /// All points at most the radius away from the centre.
    case circle(center: Coordinate, radius: Radius)
    /// All points inside the exterior ring, without the holes.
    case polygon(Polygon)

    /// The point for a map or a list: the centre of the circle, or of the polygon's bounding circle.
    public var center: Coordinate {
        switch self {
        case .circle(let center, _): center
        case .polygon(let polygon): polygon.boundingCircle.center
        }
    }

    /// The distance from a point to the fence's edge on WGS84, in metres, negative inside.
    public func signedDistance(to point: Coordinate) -> Double {
        switch self {
        case .circle(let center, let radius): center.distance(to: point) - radius.meters
        case .polygon(let polygon): polygon.signedDistance(to: point)
        }
    }
}
