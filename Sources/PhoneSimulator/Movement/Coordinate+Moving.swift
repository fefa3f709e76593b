internal import Foundation
package import VisitModel

extension Coordinate {
    /// Returns a point on the straight line in degrees to another coordinate, the short way around the earth.
    ///
    /// A share of 0 is this coordinate, 1 is the end.
    func moved(toward end: Coordinate, by share: Double) -> Coordinate {
        var east = end.longitude - longitude
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        return Self.nearest(latitude: latitude + (end.latitude - latitude) * share, longitude: longitude + east * share)
    }

    /// Returns a point some metres north and east, on the tangent plane: accurate to a thousandth within some
    /// kilometres.
    package func moved(eastMeters: Double, northMeters: Double) -> Coordinate {
        let radians = latitude * .pi / 180
        let sine = sin(radians)
        let share = 1 - WGS84.eccentricitySquared * sine * sine
        // The radii of curvature along the meridian and across it.
        let meridian = WGS84.equatorialRadius * (1 - WGS84.eccentricitySquared) / (share * share.squareRoot())
        let prime = WGS84.equatorialRadius / share.squareRoot()
        return Self.nearest(
            latitude: latitude + northMeters / meridian * 180 / .pi,
            longitude: longitude + eastMeters / max(1, prime * cos(radians)) * 180 / .pi
        )
    }

    /// Returns the coordinate of some degrees, clamped or wrapped into the valid range.
    private static func nearest(latitude: Double, longitude: Double) -> Coordinate {
        let inRange = min(90, max(-90, latitude))
        var wrapped = abs(longitude) < 360 ? longitude : longitude.truncatingRemainder(dividingBy: 360)
        if wrapped > 180 { wrapped -= 360 }
        if wrapped < -180 { wrapped += 360 }
        do {
            return try Coordinate(latitude: inRange, longitude: wrapped)
        } catch {
            preconditionFailure("\(inRange), \(wrapped) is a place on earth: \(error)")
        }
    }
}
