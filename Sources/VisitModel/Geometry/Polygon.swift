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

    /// Creates a validated polygon.
    ///
    /// - Parameters:
    ///   - exterior: at least three different corners; the last may repeat the first.
    ///   - holes: the same for each hole.
    /// - Throws: `ValidationError` with code `polygon` when a ring encloses no area, winds round a pole or has too many
    ///   corners.
    public init(exterior: [Coordinate], holes: [[Coordinate]] = []) throws(ValidationError) {
        self.exterior = try Self.checkedRing(exterior)
        var checkedHoles: [[Coordinate]] = []
        for hole in holes {
            checkedHoles.append(try Self.checkedRing(hole))
        }
        self.holes = checkedHoles
        let corners = self.exterior.count + checkedHoles.reduce(0) { $0 + $1.count }
        guard corners <= Self.maximumCorners else {
            throw ValidationError(
                .polygon,
                "the polygon has \(corners) corners, expected at most \(Self.maximumCorners)"
            )
        }
    }

    /// All rings, the exterior first.
    public var rings: [[Coordinate]] { [exterior] + holes }

    /// Removes the closing corner and repeated corners, and rejects a ring without area.
    private static func checkedRing(_ ring: [Coordinate]) throws(ValidationError) -> [Coordinate] {
        var corners: [Coordinate] = []
        for corner in ring where corner != corners.last {
            corners.append(corner)
        }
        if corners.count > 1, corners.first == corners.last {
            corners.removeLast()
        }
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
        guard abs(doubledArea) > 1e-14 else {
            throw ValidationError(.polygon, "a ring encloses no area")
        }
        return corners
    }

    /// The difference between two longitudes the shorter way round, in -180...180 degrees.
    package static func shortWay(from start: Double, to end: Double) -> Double {
        var difference = end - start
        if difference > 180 { difference -= 360 }
        if difference < -180 { difference += 360 }
        return difference
    }
}
