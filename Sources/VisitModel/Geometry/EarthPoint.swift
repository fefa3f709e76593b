internal import Foundation

/// A point on the surface of the WGS84 ellipsoid, as a vector from the earth's centre in metres.
///
/// All distances in Footfall are computed from this form. Neither a pole nor the antimeridian is special in it, and a
/// distance costs a dozen multiplications instead of a dozen trigonometric calls. Convert each fix and each fence once.
///
/// Formula: geodetic to earth-centred coordinates at height 0, NGA.STND.0036 "World Geodetic System 1984", section 4.
public struct EarthPoint: Hashable, Sendable {
    /// The x axis points to longitude 0 on the equator, y to 90° east, z to the north pole; metres.
    public let position: SIMD3<Double>

    /// Converts a coordinate on the surface.
    public init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        let sinLatitude = sin(latitude)
        let cosLatitude = cos(latitude)
        let primeVerticalRadius =
            WGS84.equatorialRadius / (1 - WGS84.eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
        let horizontal = primeVerticalRadius * cosLatitude
        self.position = SIMD3(
            horizontal * cos(longitude),
            horizontal * sin(longitude),
            primeVerticalRadius * (1 - WGS84.eccentricitySquared) * sinLatitude
        )
    }

    /// Creates a point from a vector that is known to end on the surface.
    package init(onSurface position: SIMD3<Double>) {
        self.position = position
    }

    /// The squared length of the chord to another point, in square metres.
    ///
    /// It is cheaper than `distance(to:)`, never more than its square, and gives the same order for points close
    /// together.
    public func chordSquared(to other: EarthPoint) -> Double {
        let difference = other.position - position
        return (difference * difference).sum()
    }
}
