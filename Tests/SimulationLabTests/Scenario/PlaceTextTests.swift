import Testing
import VisitModel

@testable import SimulationLab

@Suite("Places in words")
struct PlaceTextTests {
    @Test("a relative place has the given distance and direction", arguments: [-70.0, -33, 0, 39.95, 70])
    func away(latitude: Double) throws {
        let start = try Coordinate(latitude: latitude, longitude: 179.9)
        for bearing in stride(from: 0.0, to: 360, by: 45) {
            for meters in [0, 60.0, 5000, 100_000] {
                let place = try start.away(meters: meters, bearingDegrees: bearing)
                #expect(abs(start.distance(to: place) - meters) <= meters / 1000 + 0.001, "\(bearing)° \(meters) m")
                let isNorth = place.latitude > start.latitude
                if meters > 0, bearing < 90 || bearing > 270 { #expect(isNorth, "\(bearing)°") }
                if meters > 0, bearing > 90, bearing < 270 { #expect(!isNorth, "\(bearing)°") }
            }
        }
    }

    @Test("a place beyond a pole is refused")
    func pole() throws {
        let start = try Coordinate(latitude: 89.5, longitude: 0)
        #expect(throws: Problem.self) { try start.away(meters: 100_000, bearingDegrees: 0) }
    }

    @Test(
        "places are degrees, or lie off another",
        arguments: [
            ("60 m north of gym", PlaceText.offset(meters: 60, bearingDegrees: 0, from: "gym")),
            ("1.2km South-East of the gym", .offset(meters: 1200, bearingDegrees: 135, from: "the gym")),
        ]
    )
    func offsets(text: String, expected: PlaceText) throws {
        #expect(try PlaceText.parse(text) == expected)
        #expect(try PlaceText.parse("-33.5 151") == .degrees(Coordinate(latitude: -33.5, longitude: 151)))
    }

    @Test("crossing edges are found, and those that only touch are not")
    func crossing() throws {
        func polygon(_ corners: [(Double, Double)]) throws -> Polygon {
            try Polygon(exterior: corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) })
        }
        #expect(try polygon([(0, 0), (0, 3), (1, 0), (1, 1)]).crossing != nil)
        #expect(try polygon([(0, 0), (0, 3), (1, 3), (1, 0)]).crossing == nil)
        #expect(try polygon([(0, 0), (0, 3), (1, 1), (3, 0)]).crossing == nil)
        // Across the antimeridian.
        #expect(try polygon([(0, 179), (0, -179), (1, -179), (1, 179)]).crossing == nil)
    }
}
