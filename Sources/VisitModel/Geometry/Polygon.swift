internal import Foundation

/// An area with straight edges, possibly with holes, as in RFC 7946.
///
/// An edge is a straight line in longitude and latitude (section 3.1.1) and crosses the antimeridian where that is
/// shorter. The orientation of a ring does not matter: the first ring is the exterior, the others are holes, and a
/// point is inside when a ray from it crosses an odd number of edges.
public struct Polygon: Hashable, Sendable {
    /// The maximum number of corners over all rings.
    ///
    /// Radar, which has the highest limit among comparable services, allows 2000.
    public static let maximumCorners = 2000

    /// The exterior ring, without the repeated last corner.
    public let exterior: [Coordinate]
    /// The holes, each without the repeated last corner.
    public let holes: [[Coordinate]]

    /// Creates a validated polygon; throws code `polygon`.
    ///
    /// A ring has at least three different corners, encloses an area and no pole; its last corner may repeat the first.
    public init(exterior: [Coordinate], holes: [[Coordinate]] = []) throws(ValidationError) {
        self.exterior = try Self.checkedRing(exterior)
        var checkedHoles: [[Coordinate]] = []
        for hole in holes { checkedHoles.append(try Self.checkedRing(hole)) }
        self.holes = checkedHoles
        guard cornerCount <= Self.maximumCorners else {
            throw ValidationError(
                .polygon,
                "the polygon has \(cornerCount) corners, expected at most \(Self.maximumCorners)"
            )
        }
    }

    /// The number of corners over all rings.
    package var cornerCount: Int { holes.reduce(exterior.count) { $0 + $1.count } }

    /// All rings, the exterior first.
    public var rings: [[Coordinate]] { [exterior] + holes }

    /// Removes the closing corner and repeated corners, and rejects a ring without area.
    private static func checkedRing(_ ring: [Coordinate]) throws(ValidationError) -> [Coordinate] {
        var corners: [Coordinate] = []
        for corner in ring where corner != corners.last { corners.append(corner) }
        if corners.count > 1, corners.first == corners.last { corners.removeLast() }
        guard Set(corners).count >= 3, let first = corners.first else {
            throw ValidationError(.polygon, "a ring has fewer than three different corners")
        }
        var (doubledArea, turned, x) = (0.0, 0.0, 0.0)
        var previous = first
        for corner in corners.dropFirst() + [first] {
            let step = shortWay(from: previous.longitude, to: corner.longitude)
            doubledArea += x * (corner.latitude - first.latitude) - (x + step) * (previous.latitude - first.latitude)
            x += step
            turned += step
            previous = corner
        }
        guard abs(turned) < 180 else {
            throw ValidationError(.polygon, "a ring encloses a pole, which is not supported")
        }
        guard abs(doubledArea) > 1e-14 else { throw ValidationError(.polygon, "a ring encloses no area") }
        return corners
    }

    /// The difference between two longitudes the shorter way round, in -180...180 degrees.
    package static func shortWay(from start: Double, to end: Double) -> Double { normalized(end - start) }

    /// A longitude within -540...540 degrees, wrapped into -180...180.
    package static func normalized(_ longitude: Double) -> Double {
        if longitude > 180 { return longitude - 360 }
        if longitude < -180 { return longitude + 360 }
        return longitude
    }
}

extension Polygon {
    /// A circle that contains the whole polygon, for registration with a phone's system, which supports only circles.
    ///
    /// The centre is the middle of the corners' bounding box. The radius reaches slightly beyond the farthest corner,
    /// because an edge that is straight in degrees bulges out of the great circle between its ends.
    public var boundingCircle: (center: Coordinate, radiusMeters: Double) { Self.boundingCircle(of: exterior) }

    /// The circle around the corners of one or more exterior rings.
    static func boundingCircle(of corners: [Coordinate]) -> (center: Coordinate, radiusMeters: Double) {
        let origin = corners.first?.longitude ?? 0
        var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)
        for corner in corners {
            let x = shortWay(from: origin, to: corner.longitude)
            (west, east) = (min(west, x), max(east, x))
            (south, north) = (min(south, corner.latitude), max(north, corner.latitude))
        }
        let longitude = normalized(origin + (west + east) / 2)
        let center = Coordinate(uncheckedLatitude: (south + north) / 2, longitude: longitude)
        let middle = EarthPoint(center)
        let reach = corners.reduce(0) { max($0, middle.distance(to: EarthPoint($1))) }
        // The bulge of an edge of length L at latitude φ is L² tan φ / 8R, under 1 % of L for edges of a few km at any
        // inhabited latitude.
        return (center, reach * 1.01 + 0.01)
    }
}

extension Polygon {
    /// Whether a point lies inside; on an edge, either result.
    ///
    /// Counts the edges that a ray to the east crosses. Source: Shimrat, "Algorithm 112: Position of point relative to
    /// polygon", CACM 5 (1962), on longitudes unrolled around the point.
    public func contains(_ point: Coordinate) -> Bool {
        var inside = false
        for ring in rings {
            guard let last = ring.last else { continue }
            var x1 = Self.shortWay(from: point.longitude, to: last.longitude)
            var y1 = last.latitude
            for corner in ring {
                let x2 = x1 + Self.shortWay(from: Self.normalized(x1 + point.longitude), to: corner.longitude)
                let y2 = corner.latitude
                if (y1 > point.latitude) != (y2 > point.latitude),
                    x1 + (point.latitude - y1) / (y2 - y1) * (x2 - x1) > 0
                {
                    inside.toggle()
                }
                (x1, y1) = (x2, y2)
            }
        }
        return inside
    }

    /// The distance from a point to the nearest edge in metres, negative inside.
    ///
    /// The nearest place on each edge is found in a plane that is true to scale at the point, and once more in a plane
    /// true to scale halfway to that place. Its distance is then measured on the ellipsoid.
    public func signedDistance(to point: Coordinate) -> Double {
        let start = EarthPoint(point)
        var nearest = Double.infinity
        for ring in rings {
            guard var previous = ring.last else { continue }
            for corner in ring {
                nearest = min(nearest, Self.distance(from: point, start, toEdge: previous, corner))
                previous = corner
            }
        }
        return contains(point) ? -nearest : nearest
    }

    /// In metres.
    static func distance(
        from point: Coordinate,
        _ start: EarthPoint,
        toEdge first: Coordinate,
        _ second: Coordinate
    ) -> Double {
        var foot = first
        var scaleLatitude = point.latitude
        for _ in 0..<2 {
            let scale = max(cos(scaleLatitude * .pi / 180), 1e-9)
            let x1 = shortWay(from: point.longitude, to: first.longitude) * scale
            let y1 = first.latitude - point.latitude
            let dx = shortWay(from: first.longitude, to: second.longitude) * scale
            let dy = second.latitude - first.latitude
            let lengthSquared = dx * dx + dy * dy
            let along = lengthSquared > 0 ? min(1, max(0, -(x1 * dx + y1 * dy) / lengthSquared)) : 0
            foot = Coordinate(
                uncheckedLatitude: first.latitude + along * dy,
                longitude: normalized(first.longitude + along * shortWay(from: first.longitude, to: second.longitude))
            )
            scaleLatitude = (foot.latitude + point.latitude) / 2
        }
        return start.distance(to: EarthPoint(foot))
    }
}
