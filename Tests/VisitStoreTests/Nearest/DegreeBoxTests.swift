import Foundation
import SeededRandom
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Boxes of degrees")
struct DegreeBoxTests {
    @Test(
        "special places",
        arguments: [
            (90.0, 0.0, 1000.0, [-180.0...180.0]),
            (89.999, 10, 1000, [-180...180]),
            (0, 0, 11_000_000, [-180...180]),
        ]
    )
    func allLongitudes(latitude: Double, longitude: Double, meters: Double, expected: [ClosedRange<Double>]) throws {
        let box = DegreeBox(around: try Coordinate(latitude: latitude, longitude: longitude), meters: meters)
        #expect(box.longitudes == expected)
    }

    @Test("a box across the antimeridian has two spans")
    func antimeridian() throws {
        let box = DegreeBox(around: try Coordinate(latitude: 0, longitude: 179.999), meters: 1000)
        #expect(box.longitudes.count == 2)
        #expect(box.longitudes.allSatisfy { $0.lowerBound >= -180 && $0.upperBound <= 180 })
        #expect(box.longitudes.contains { $0.contains(180) } && box.longitudes.contains { $0.contains(-180) })
    }

    @Test(
        "no point within the distance lies outside the box, and no bound exceeds a distance",
        arguments: [5, 6] as [UInt64]
    )
    func holdsTheCap(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let middle = try Coordinate(
                latitude: .random(in: -90...90, using: &generator),
                longitude: .random(in: -180...180, using: &generator)
            )
            let spread = Double.random(in: 0...1, using: &generator)
            let other = try Coordinate(
                latitude: min(90, max(-90, middle.latitude + .random(in: -60...60, using: &generator) * spread)),
                longitude: .random(in: -180...180, using: &generator)
            )
            let meters = middle.distance(to: other)
            guard meters < 15_000_000 else { continue }
            let box = DegreeBox(around: middle, meters: meters)
            #expect(
                box.latitudes.contains(other.latitude)
                    && box.longitudes.contains { $0.contains(other.longitude) },
                "seed \(seed): \(middle) \(other)"
            )
            let bound = BoxBound(from: middle).meters(
                west: other.longitude,
                east: other.longitude,
                south: other.latitude,
                north: other.latitude
            )
            #expect(bound <= meters + 0.001, "seed \(seed): \(middle) \(other)")
        }
    }
}
