/// Several areas that together are one place, as a MultiPolygon of RFC 7946: the buildings of a campus, a shop and its
/// annexe.
///
/// A point is inside when it is inside one of the polygons, which may touch or overlap.
public struct MultiPolygon: Sendable {
    /// The polygons, two or more, in the order given.
    public let polygons: [Polygon]
    /// The polygons in groups of those that share edges.
    private let groups: [Group]

    /// Polygons next to each other, and the edges of all of them together.
    private struct Group {
        var members: [Polygon] = []
        /// Without the edges that two members share.
        var edges: [Edge] = []
        /// The edges that two members share, which lie inside of both together.
        var sharedEdges: [Edge] = []

        /// Whether a point lies in a member; one on a shared edge may lie in neither of the two.
        func contains(_ point: Coordinate, _ start: EarthPoint) -> Bool {
            members.contains { $0.contains(point) }
                || sharedEdges.contains { $0.distance(from: point, start) < MultiPolygon.wallMeters }
        }
    }

    /// Half the thickness of a shared edge, well above the rounding errors of coordinates.
    private static let wallMeters = 0.001

    private struct Edge: Hashable {
        let start: Coordinate
        let end: Coordinate

        var reversed: Edge { Edge(start: end, end: start) }

        /// In metres; both arguments are the same point.
        func distance(from point: Coordinate, _ earthPoint: EarthPoint) -> Double {
            Polygon.distance(from: point, earthPoint, toEdge: start, end)
        }
    }

    /// Creates a validated area; throws code `polygon` for fewer than two polygons, or for more corners than one
    /// polygon may have.
    public init(_ polygons: [Polygon]) throws(ValidationError) {
        guard polygons.count >= 2 else {
            throw ValidationError(.polygon, "\(polygons.count) polygons are no multipolygon, expected two or more")
        }
        let corners = polygons.reduce(0) { $0 + $1.cornerCount }
        guard corners <= Polygon.maximumCorners else {
            throw ValidationError(
                .polygon,
                "the \(polygons.count) polygons have \(corners) corners, expected at most \(Polygon.maximumCorners)"
            )
        }
        self.polygons = polygons
        self.groups = Self.groups(of: polygons)
    }

    /// A circle that contains all of the polygons, as `Polygon.boundingCircle` does for one.
    public var boundingCircle: (center: Coordinate, radiusMeters: Double) {
        Polygon.boundingCircle(of: polygons.flatMap(\.exterior))
    }

    /// Whether a point lies inside one of the polygons; on an edge, either result.
    public func contains(_ point: Coordinate) -> Bool {
        let start = EarthPoint(point)
        return groups.contains { $0.contains(point, start) }
    }

    /// The distance from a point to the nearest edge of all polygons together in metres, negative inside.
    ///
    /// An edge that two polygons share is none. Where polygons overlap, it is the depth in the one that holds the point
    /// deepest, and the distance to the edge of all together may be larger.
    public func signedDistance(to point: Coordinate) -> Double {
        let start = EarthPoint(point)
        return groups.reduce(.infinity) { nearest, group in
            let edge = group.edges.reduce(.infinity) { min($0, $1.distance(from: point, start)) }
            return min(nearest, group.contains(point, start) ? -edge : edge)
        }
    }
}

extension MultiPolygon: Hashable {
    /// Compares the polygons in their order.
    public static func == (lhs: MultiPolygon, rhs: MultiPolygon) -> Bool { lhs.polygons == rhs.polygons }

    /// Hashes the polygons in their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(polygons) }
}

extension MultiPolygon {
    /// Groups polygons that lie on both sides of an edge.
    private static func groups(of polygons: [Polygon]) -> [Group] {
        let edges = polygons.map(edges)
        var owners: [Edge: Int] = [:]
        for (index, edges) in edges.enumerated() {
            for edge in edges { owners[edge] = index }
        }
        // The number of each polygon's group, merged for each shared edge.
        var numbers = Array(polygons.indices)
        for (index, edges) in edges.enumerated() {
            for edge in edges {
                guard let other = owners[edge.reversed], numbers[other] != numbers[index] else { continue }
                let (kept, merged) = (numbers[index], numbers[other])
                for index in numbers.indices where numbers[index] == merged { numbers[index] = kept }
            }
        }
        var groups: [Int: Group] = [:]
        for (index, number) in numbers.enumerated() {
            groups[number, default: Group()].members.append(polygons[index])
            for edge in edges[index] {
                if owners[edge.reversed] == nil {
                    groups[number, default: Group()].edges.append(edge)
                } else {
                    groups[number, default: Group()].sharedEdges.append(edge)
                }
            }
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The edges of a polygon, all with the polygon to their left.
    private static func edges(of polygon: Polygon) -> [Edge] {
        polygon.rings.enumerated().flatMap { index, ring in
            let turned = ring.isCounterclockwise == (index == 0) ? ring : ring.reversed()
            return zip(turned, turned.dropFirst() + turned.prefix(1)).map { Edge(start: $0, end: $1) }
        }
    }
}

extension [Coordinate] {
    /// Whether a ring runs counterclockwise, by the sign of its area in degrees (the shoelace formula).
    package var isCounterclockwise: Bool {
        guard let first, var previous = last else { return true }
        var doubledArea = 0.0
        for corner in self {
            let (x1, x2) = (
                Polygon.shortWay(from: first.longitude, to: previous.longitude),
                Polygon.shortWay(from: first.longitude, to: corner.longitude)
            )
            doubledArea += x1 * (corner.latitude - first.latitude) - x2 * (previous.latitude - first.latitude)
            previous = corner
        }
        return doubledArea > 0
    }
}
