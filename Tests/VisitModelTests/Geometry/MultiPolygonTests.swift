import SeededRandom
import Testing
import VisitModel

@Suite("Several polygons")
struct MultiPolygonTests {
    private func square(_ latitude: Double, _ longitude: Double, half: Double = 0.001) throws -> Polygon {
        try Polygon(
            exterior: [(-half, -half), (-half, half), (half, half), (half, -half)].map { north, east in
                try Coordinate(latitude: latitude + north, longitude: Polygon.normalized(longitude + east))
            }
        )
    }

    /// A block of the same latitudes as `square(10, …)`.
    private func block(west: Double, east: Double) throws -> Polygon {
        try Polygon(
            exterior: [(9.999, west), (9.999, east), (10.001, east), (10.001, west)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
        )
    }

    @Test("are one fence: a point in any of them is inside, one between them is not")
    func contains() throws {
        for longitude in [20.0, 179.995] {
            let area = try MultiPolygon([square(10, longitude), square(10, Polygon.normalized(longitude + 0.01))])
            func edge(_ east: Double) throws -> Double {
                area.signedDistance(
                    to: try Coordinate(latitude: 10, longitude: Polygon.normalized(longitude + east))
                )
            }
            for (east, isInside) in [(0.0, true), (0.01, true), (0.0005, true), (0.005, false), (0.02, false)] {
                let point = try Coordinate(latitude: 10, longitude: Polygon.normalized(longitude + east))
                #expect(area.contains(point) == isInside, "\(east) degrees east of \(longitude)")
                #expect(try (edge(east) < 0) == isInside, "\(east) degrees east of \(longitude)")
            }
            // Half way, the nearest edge is 0.004 degrees away on either side.
            #expect(try abs(edge(0.005) - 0.004 * 109_641) < 1)
        }
    }

    @Test(
        "are as far away as the nearest, and as deep as the one that holds a point deepest",
        arguments: 1...3 as ClosedRange<UInt64>
    )
    func distance(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let polygons = try (0..<Int.random(in: 2...5, using: &random)).map { _ in
                try square(
                    .random(in: 44.9...44.92, using: &random),
                    .random(in: -93.02 ... -93, using: &random),
                    half: .random(in: 0.0005...0.005, using: &random)
                )
            }
            let area = try MultiPolygon(polygons)
            let point = try Coordinate(
                latitude: .random(in: 44.89...44.93, using: &random),
                longitude: .random(in: -93.03 ... -92.99, using: &random)
            )
            let edge = area.signedDistance(to: point)
            #expect(edge == polygons.map { $0.signedDistance(to: point) }.min(), "seed \(seed)")
            #expect((edge < 0) == area.contains(point), "seed \(seed)")
        }
    }

    @Test("polygons side by side have no edge between them")
    func sharedEdge() throws {
        let (west, east) = (try block(west: 19.999, east: 20.001), try block(west: 20.001, east: 20.003))
        // One of them turned the other way round, which changes nothing.
        let turned = try Polygon(exterior: east.exterior.reversed())
        for area in try [MultiPolygon([west, east]), MultiPolygon([turned, west])] {
            let wall = try Coordinate(latitude: 10, longitude: 20.001)
            let points = try [20.0009, 20.0011].map { try Coordinate(latitude: 10, longitude: $0) }
            for point in [wall] + points {
                // To the edge in the south or north, 0.001 degrees away.
                #expect(abs(area.signedDistance(to: point) + 110.6) < 0.2)
            }
            let outside = try Coordinate(latitude: 10, longitude: 20.004)
            #expect(abs(area.signedDistance(to: outside) - east.signedDistance(to: outside)) < 1e-9)
        }
        // The same polygon twice still has all of its edges.
        let twice = try MultiPolygon([west, west])
        let middle = try Coordinate(latitude: 10, longitude: 20)
        #expect(twice.signedDistance(to: middle) == west.signedDistance(to: middle))
    }

    @Test("a polygon that fills the hole of another leaves no edge there")
    func filledHole() throws {
        let inner = try square(10, 20)
        let outer = try Polygon(exterior: square(10, 20, half: 0.01).exterior, holes: [inner.exterior])
        let area = try MultiPolygon([outer, inner])
        let point = try Coordinate(latitude: 10, longitude: 20.0009)
        let whole = try square(10, 20, half: 0.01)
        #expect(abs(area.signedDistance(to: point) - whole.signedDistance(to: point)) < 1e-9)
    }

    @Test("a polygon in the hole of another belongs to the area")
    func island() throws {
        let lake = try Polygon(
            exterior: square(10, 20, half: 0.01).exterior,
            holes: [square(10, 20, half: 0.005).exterior]
        )
        let area = try MultiPolygon([lake, square(10, 20)])
        #expect(area.contains(try Coordinate(latitude: 10, longitude: 20)))
        #expect(!area.contains(try Coordinate(latitude: 10, longitude: 20.003)))
        #expect(area.contains(try Coordinate(latitude: 10, longitude: 20.007)))
    }

    @Test("lie within their bounding circle, over the antimeridian too", arguments: [20.0, 179.999])
    func boundingCircle(longitude: Double) throws {
        let area = try MultiPolygon([square(10, longitude), square(10.1, Polygon.normalized(longitude + 0.1))])
        let circle = area.boundingCircle
        for corner in area.polygons.flatMap(\.exterior) {
            #expect(circle.center.distance(to: corner) <= circle.radiusMeters)
        }
        #expect(circle.radiusMeters < 9000)
        #expect(Geofence.multiPolygon(area).enclosingCircle.radiusMeters == circle.radiusMeters)
    }

    @Test("are two or more, with as many corners as one polygon may have")
    func refused() throws {
        let one = try square(10, 20)
        for polygons in [[], [one], Array(repeating: one, count: Polygon.maximumCorners / 4 + 1)] {
            #expect(throws: ValidationError.self) { try MultiPolygon(polygons) }
        }
        #expect(try Geofence(polygons: [one]) == .polygon(one))
        #expect(try Geofence(polygons: [one, one]).polygons.count == 2)
        #expect(throws: ValidationError.self) { try Geofence(polygons: []) }
    }
}
