internal import Foundation
internal import VisitModel

/// A lower bound for the distance from a point to anything inside a box of degrees.
///
/// It is the larger of two bounds, neither of which can exceed the distance on the ellipsoid: the distance to the box's
/// nearest parallel at the smallest curvature radius of any meridian, a(1 - e²), and the distance to its nearest
/// meridian on the auxiliary sphere (see `DegreeBox`), b · asin(cos β · sin Δλ).
struct BoxBound {
    private static let smallestMeridianRadius = WGS84.equatorialRadius * (1 - WGS84.eccentricitySquared)
    private static let radiansPerDegree = Double.pi / 180

    private let point: Coordinate
    private let cosReducedLatitude: Double

    init(from point: Coordinate) {
        self.point = point
        self.cosReducedLatitude = cos(DegreeBox.reducedLatitude(point.latitude))
    }

    /// In metres; a box that contains the point has no bound (`-infinity`), because the point may lie inside its fence
    /// at any depth.
    func meters(west: Double, east: Double, south: Double, north: Double) -> Double {
        let toParallel = max(0, south - point.latitude, point.latitude - north) * Self.radiansPerDegree
        let toMeridian = longitudeGap(west: west, east: east) * Self.radiansPerDegree
        guard toParallel > 0 || toMeridian > 0 else { return -.infinity }
        let sine = toMeridian < .pi / 2 ? sin(toMeridian) : 1
        return max(
            toParallel * Self.smallestMeridianRadius,
            WGS84.polarRadius * asin(min(1, cosReducedLatitude * sine))
        )
    }

    /// The degrees to the nearest meridian of a box, in either direction.
    private func longitudeGap(west: Double, east: Double) -> Double {
        let longitude = point.longitude
        if longitude < west { return min(west - longitude, longitude + 360 - east) }
        if longitude > east { return min(longitude - east, west + 360 - longitude) }
        return 0
    }
}
