import SeededRandom
import TrackingTestSupport
import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Points in the order of their latitude")
struct LatitudeOrderTests {
    @Test("within a distance are found, all of them and no others", arguments: UInt64(1)...40)
    func within(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Near a pole, across the antimeridian, and anywhere.
        let south = [-90.0, 45, 88][Int(seed % 3)]
        let points = try (0..<200).map { number in
            let latitude = Double.random(in: south...south + 2, using: &random)
            let longitude = Double.random(in: 179.5...180.5, using: &random)
            let coordinate = try Coordinate(
                latitude: latitude,
                longitude: longitude > 180 ? longitude - 360 : longitude
            )
            return (name: "p\(number)", latitude: latitude, point: EarthPoint(coordinate), coordinate: coordinate)
        }
        let order = LatitudeOrder(points.map { ($0.name, $0.latitude, $0.point) })
        for place in points.prefix(20) {
            for meters in [0, 50, 5_000, 80_000, 2_000_000] as [Double] {
                let expected = points.filter { $0.point.chordSquared(to: place.point) <= meters * meters }.map(\.name)
                let found = order.names(within: meters, of: place.coordinate)
                #expect(found.sorted() == expected.sorted(), "seed \(seed), \(place.name), \(meters) m")
            }
        }
    }
}
