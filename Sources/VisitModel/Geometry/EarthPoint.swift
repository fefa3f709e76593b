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

    /// Creates a point from a vector that ends on the surface, without a check.
    package init(onSurface position: SIMD3<Double>) { self.position = position }

    /// The squared length of the chord to another point, in square metres.
    ///
    /// It is cheaper than `distance(to:)`, never more than its square, and gives the same order for points close
    /// together.
    public func chordSquared(to other: EarthPoint) -> Double {
        let difference = other.position - position
        return (difference * difference).sum()
    }
}

extension EarthPoint {
    /// The longest chord, in metres, for which the closed form is used; longer ones use the iteration.
    private static let closedFormLimit = 200_000.0

    /// The geodesic distance to another point, in metres, 0 or more.
    ///
    /// Up to 200 km the chord is bent to the ellipsoid's normal curvature κ at its middle, s = 2/κ · asin(κc/2); the
    /// quadratic form of the ellipsoid gives κ without an azimuth (do Carmo, "Differential Geometry of Curves and
    /// Surfaces", 3-2). The error against Karney's geodesic is within 0.3 µm at 100 km and 10 µm at 200 km, everywhere
    /// on earth. Beyond 200 km, Vincenty's inverse solution ("Direct and inverse solutions of geodesics on the
    /// ellipsoid", Survey Review 176, 1975) is within 0.1 mm. For nearly antipodal points, where it does not converge,
    /// a great circle is within 0.6 %.
    public func distance(to other: EarthPoint) -> Double {
        let chord = other.position - position
        let chordSquared = (chord * chord).sum()
        guard chordSquared > 0 else { return 0 }
        guard chordSquared <= Self.closedFormLimit * Self.closedFormLimit else {
            return Self.vincentyDistance(from: self, to: other)
        }
        let curvature = Self.normalCurvature(from: position, along: chord, lengthSquared: chordSquared)
        // 2/κ · asin(κc/2) as a series, equal in double precision: κc/2 is under 0.016 here.
        let square = curvature * curvature * chordSquared / 4
        let series = 1 + square * (1 / 6.0 + square * (3 / 40.0 + square * (15 / 336.0 + square * (105 / 3456.0))))
        return chordSquared.squareRoot() * series
    }

    /// The ellipsoid's normal curvature, in 1/m, in the direction of a chord at its middle.
    private static func normalCurvature(
        from start: SIMD3<Double>,
        along chord: SIMD3<Double>,
        lengthSquared: Double
    ) -> Double {
        let middle = start + chord * 0.5
        let gradient = middle * axisWeights
        // The middle of a chord lies slightly below the surface; scaling it up keeps the gradient's direction.
        let depth = (middle * gradient).sum().squareRoot()
        let gradientLength = (gradient * gradient).sum().squareRoot() / depth
        return (chord * chord * axisWeights).sum() / (gradientLength * lengthSquared)
    }

    /// 1/a², 1/a², 1/b²: the coefficients of the quadratic form that equals 1 on the ellipsoid.
    private static var axisWeights: SIMD3<Double> {
        let equatorial = 1 / (WGS84.equatorialRadius * WGS84.equatorialRadius)
        return SIMD3(equatorial, equatorial, 1 / (WGS84.polarRadius * WGS84.polarRadius))
    }

    /// Vincenty's inverse solution, on reduced latitudes.
    private static func vincentyDistance(from start: EarthPoint, to end: EarthPoint) -> Double {
        let (first, second) = (start.reducedDirection, end.reducedDirection)
        let sinU = (first.z, second.z)
        let cosU = (hypot(first.x, first.y), hypot(second.x, second.y))
        let longitudeDifference = atan2(
            first.x * second.y - first.y * second.x,
            first.x * second.x + first.y * second.y
        )
        var lambda = longitudeDifference
        for _ in 0..<100 {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let sinSigma = hypot(cosU.1 * sinLambda, cosU.0 * sinU.1 - sinU.0 * cosU.1 * cosLambda)
            guard sinSigma > 0 else { break }
            let cosSigma = sinU.0 * sinU.1 + cosU.0 * cosU.1 * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU.0 * cosU.1 * sinLambda / sinSigma
            let cosAlphaSquared = 1 - sinAlpha * sinAlpha
            let cos2Middle = cosAlphaSquared > 0 ? cosSigma - 2 * sinU.0 * sinU.1 / cosAlphaSquared : 0
            let f = WGS84.flattening
            let c = f / 16 * cosAlphaSquared * (4 + f * (4 - 3 * cosAlphaSquared))
            let bracket = cos2Middle + c * cosSigma * (2 * cos2Middle * cos2Middle - 1)
            let next = longitudeDifference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * bracket)
            if abs(next) > .pi { break }
            if abs(next - lambda) < 1e-13 {
                return arcLength(
                    sigma: sigma,
                    sinSigma: sinSigma,
                    cosSigma: cosSigma,
                    cos2Middle: cos2Middle,
                    cosAlphaSquared: cosAlphaSquared
                )
            }
            lambda = next
        }
        return greatCircleDistance(first, second)
    }

    /// The last step of Vincenty's solution: equations 3, 4 and 6.
    private static func arcLength(
        sigma: Double,
        sinSigma: Double,
        cosSigma: Double,
        cos2Middle: Double,
        cosAlphaSquared: Double
    ) -> Double {
        let (a2, b2) = (WGS84.equatorialRadius * WGS84.equatorialRadius, WGS84.polarRadius * WGS84.polarRadius)
        let uSquared = cosAlphaSquared * (a2 - b2) / b2
        let bigA = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
        let bigB = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
        let square = cos2Middle * cos2Middle
        let correction =
            bigB * sinSigma
            * (cos2Middle + bigB / 4
                * (cosSigma * (2 * square - 1)
                    - bigB / 6 * cos2Middle * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)))
        return WGS84.polarRadius * bigA * (sigma - correction)
    }

    /// The point on the auxiliary unit sphere, on which the latitude is the reduced latitude.
    private var reducedDirection: SIMD3<Double> {
        position
            / SIMD3(WGS84.equatorialRadius, WGS84.equatorialRadius, WGS84.polarRadius)
    }

    /// The arc between two directions on a sphere of the earth's mean radius, in metres.
    private static func greatCircleDistance(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
        let cross = SIMD3(
            first.y * second.z - first.z * second.y,
            first.z * second.x - first.x * second.z,
            first.x * second.y - first.y * second.x
        )
        let meanRadius = (2 * WGS84.equatorialRadius + WGS84.polarRadius) / 3
        return meanRadius * atan2((cross * cross).sum().squareRoot(), (first * second).sum())
    }
}

extension Coordinate {
    /// The geodesic distance to another coordinate, in metres.
    ///
    /// For repeated measurements from one point, convert it to an `EarthPoint` once and use that.
    public func distance(to other: Coordinate) -> Double { EarthPoint(self).distance(to: EarthPoint(other)) }
}

/// The constants of the World Geodetic System 1984 (NGA.STND.0036, table 3.1).
public enum WGS84 {
    /// Semi-major axis a, metres.
    public static let equatorialRadius = 6_378_137.0
    /// Flattening f.
    public static let flattening = 1 / 298.257223563
    /// Semi-minor axis b, metres.
    public static let polarRadius = equatorialRadius * (1 - flattening)
    /// First eccentricity squared, e² = f(2 - f).
    public static let eccentricitySquared = flattening * (2 - flattening)
}
