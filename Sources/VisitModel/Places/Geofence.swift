/// The shape of a facility on the ground.
public enum Geofence: Hashable, Sendable {
    /// Every point no farther from a centre than a radius.
    case circle(center: Coordinate, radius: Radius)
    /// Every point inside a ring, less its holes.
    case polygon(Polygon)

    /// The point that stands for the fence on a map and in a list: the centre of the circle, or of the circle round the
    /// polygon.
    public var center: Coordinate {
        switch self {
        case .circle(let center, _): center
        case .polygon(let polygon): polygon.boundingCircle.center
        }
    }

    /// The distance from a point to the fence's edge on WGS84, in metres, negative inside.
    ///
    /// - Parameter point: the point asked for.
    /// - Returns: metres, negative inside.
    public func signedDistance(to point: Coordinate) -> Double {
        switch self {
        case .circle(let center, let radius): center.distance(to: point) - radius.meters
        case .polygon(let polygon): polygon.signedDistance(to: point)
        }
    }
}
