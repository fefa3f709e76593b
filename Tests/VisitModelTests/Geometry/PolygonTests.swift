import Testing
import VisitModel

@Suite("Polygons")
struct PolygonTests {
    @Test(
        "distinguish inside from outside, with holes and over the antimeridian",
        arguments: [
            (1, 1, true), (2.5, 2.5, false), (2.5, 1.5, true), (5, 1, false), (-0.1, 1, false),
        ] as [(Double, Double, Bool)]
    )
    func contains(latitude: Double, longitude: Double, inside: Bool) throws {
        for shift in [0.0, 178, -181.5 + 360, -179] {
            let polygon = try Polygon(
                exterior: square(from: 0, to: 4, shift: shift),
                holes: [square(from: 2, to: 3, shift: shift).reversed()]
            )
            let place = try at(latitude, longitude, shift: shift)
            #expect(polygon.contains(place) == inside, "shifted by \(shift)")
            let edge = polygon.signedDistance(to: place)
            #expect((edge < 0) == inside, "shifted by \(shift)")
        }
    }

    @Test("the distance to an edge is the geodesic's", arguments: [0.0, 40, -65])
    func distance(latitude: Double) throws {
        let side = 0.001
        let polygon = try Polygon(
            exterior: [
                try Coordinate(latitude: latitude, longitude: 20),
                try Coordinate(latitude: latitude, longitude: 20 + side),
                try Coordinate(latitude: latitude + side, longitude: 20 + side),
                try Coordinate(latitude: latitude + side, longitude: 20),
            ]
        )
        let middle = 20 + side / 2
        for (place, foot, sign) in [
            ((latitude - 0.01, middle), (latitude, middle), 1.0),
            ((latitude + side * 0.9, middle), (latitude + side, middle), -1),
            ((latitude + side / 2, 20 - 0.01), (latitude + side / 2, 20), 1),
            ((latitude - 0.02, 19.97), (latitude, 20), 1),
        ] {
            let point = try Coordinate(latitude: place.0, longitude: place.1)
            let expected = point.distance(to: try Coordinate(latitude: foot.0, longitude: foot.1))
            #expect(abs(polygon.signedDistance(to: point) - sign * expected) < 0.001)
        }
    }

    @Test("drop the closing and repeated corners")
    func corners() throws {
        let ring = try square(from: 0, to: 1, shift: 0)
        let closed = [ring[0], ring[0]] + ring.dropFirst() + [ring[0]]
        #expect(try Polygon(exterior: closed) == Polygon(exterior: ring))
    }

    @Test("that enclose nothing are refused")
    func refused() throws {
        let line = try [0, 1, 2].map { try Coordinate(latitude: $0, longitude: 0) }
        let round = try stride(from: -180.0, to: 180, by: 60).map { try Coordinate(latitude: 80, longitude: $0) }
        for ring in [[], [line[0]], [line[0], line[1]], [line[0], line[1], line[0]], line, round] {
            let error = #expect(throws: ValidationError.self) { try Polygon(exterior: ring) }
            #expect(error?.code == .polygon)
        }
        let star = try (0...Polygon.maximumCorners).map { number in
            try Coordinate(latitude: number.isMultiple(of: 2) ? 0 : 1, longitude: Double(number) / 1000)
        }
        #expect(throws: ValidationError.self) { try Polygon(exterior: star) }
    }

    @Test("lie within their bounding circle")
    func boundingCircle() throws {
        for shift in [0.0, 179] {
            let polygon = try Polygon(exterior: square(from: 0, to: 0.5, shift: shift))
            let circle = polygon.boundingCircle
            for corner in polygon.exterior {
                #expect(circle.center.distance(to: corner) <= circle.radiusMeters)
            }
            #expect(circle.radiusMeters < 41_000)
        }
    }

    private func at(_ latitude: Double, _ longitude: Double, shift: Double) throws -> Coordinate {
        var shifted = longitude + shift
        if shifted > 180 { shifted -= 360 }
        return try Coordinate(latitude: latitude, longitude: shifted)
    }

    private func square(from low: Double, to high: Double, shift: Double) throws -> [Coordinate] {
        [
            try at(low, low, shift: shift), try at(low, high, shift: shift), try at(high, high, shift: shift),
            try at(high, low, shift: shift),
        ]
    }
}
