internal import Foundation
internal import VisitModel

/// A box of latitudes and longitudes as stored in an R*Tree: within -90...90 and -180...180 degrees.
///
/// A box that crosses the antimeridian has two spans of longitudes. One that contains a pole has all of them.
struct DegreeBox: Equatable {
    let latitudes: ClosedRange<Double>
    let longitudes: [ClosedRange<Double>]

    static let world = DegreeBox(latitudes: -90...90, longitudes: [-180...180])

    /// The margin added to a computed box, in degrees: 0.1 mm, far above the rounding errors of the formulas.
    private static let margin = 1e-9

    private init(latitudes: ClosedRange<Double>, longitudes: [ClosedRange<Double>]) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }

    /// Creates the box of every point within a distance, 0 or more, of a point.
    ///
    /// On the auxiliary sphere of reduced latitudes (Bessel; Karney, "Algorithms for geodesics", J. Geodesy 87, 2013,
    /// section 2) a geodesic of length s is an arc of at most s/b, because an arc σ is never shorter than bσ on the
    /// ellipsoid, and a difference of longitude is never smaller than on the ellipsoid. So the box of the cap of radius
    /// s/b on that sphere, asin(sin(s/b) / cos β) to both sides, contains every such point.
    init(around point: Coordinate, meters: Double) {
        let arc = meters / WGS84.polarRadius
        guard arc < .pi / 2 else {
            self = .world
            return
        }
        let middle = Self.reducedLatitude(point.latitude)
        let (south, north) = (middle - arc, middle + arc)
        let lowest = max(-90, Self.latitude(ofReduced: south) - Self.margin)
        let highest = min(90, Self.latitude(ofReduced: north) + Self.margin)
        guard north < .pi / 2, south > -.pi / 2, sin(arc) < cos(middle) else {
            self.init(latitudes: lowest...highest, longitudes: [-180...180])
            return
        }
        let half = asin(sin(arc) / cos(middle)) * 180 / .pi + Self.margin
        self.init(latitudes: lowest...highest, west: point.longitude - half, east: point.longitude + half)
    }

    init(holding geofence: Geofence) {
        switch geofence {
        case .circle(let center, let radius): self.init(around: center, meters: radius.meters)
        case .polygon(let polygon): self.init(holding: [polygon])
        case .multiPolygon(let area): self.init(holding: area.polygons)
        }
    }

    /// Creates the bounding box of the polygons' corners; their edges are straight in degrees, so they stay within it.
    private init(holding polygons: [Polygon]) {
        let origin = polygons.first?.exterior.first?.longitude ?? 0
        var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)
        for polygon in polygons {
            // Longitudes are unrolled from corner to corner, as in the polygon's own geometry; the first corner of each
            // polygon lies the short way round from the first of all.
            var (previous, x) = (origin, 0.0)
            for corner in polygon.exterior {
                x += Polygon.shortWay(from: previous, to: corner.longitude)
                previous = corner.longitude
                (west, east) = (min(west, x), max(east, x))
                (south, north) = (min(south, corner.latitude), max(north, corner.latitude))
            }
        }
        self.init(
            latitudes: max(-90, south - Self.margin)...min(90, north + Self.margin),
            west: origin + west - Self.margin,
            east: origin + east + Self.margin
        )
    }

    /// Wraps longitudes beyond ±180 degrees.
    private init(latitudes: ClosedRange<Double>, west: Double, east: Double) {
        self.latitudes = latitudes
        if east - west >= 360 {
            self.longitudes = [-180...180]
        } else if west < -180 {
            self.longitudes = [-180...east, (west + 360)...180]
        } else if east > 180 {
            self.longitudes = [west...180, -180...(east - 360)]
        } else {
            self.longitudes = [west...east]
        }
    }

    /// The single span of longitudes that a fence's row in the index has.
    var singleSpan: ClosedRange<Double> { longitudes.count == 1 ? longitudes[0] : -180...180 }

    /// β of a latitude φ: tan β = (1 - f) tan φ; radians.
    static func reducedLatitude(_ degrees: Double) -> Double {
        let latitude = degrees * .pi / 180
        return atan2((1 - WGS84.flattening) * sin(latitude), cos(latitude))
    }

    /// φ of a reduced latitude β in radians; degrees.
    private static func latitude(ofReduced radians: Double) -> Double {
        let clamped = min(.pi / 2, max(-.pi / 2, radians))
        return atan2(sin(clamped), (1 - WGS84.flattening) * cos(clamped)) * 180 / .pi
    }
}

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
