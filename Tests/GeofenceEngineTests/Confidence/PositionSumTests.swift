import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("The mean position of a stay")
struct PositionSumTests {
    private func sum(_ fixes: [(east: Double, accuracy: Double, seconds: Double)]) -> PositionSum {
        var sum = PositionSum(origin: Ground.point(east: fixes[0].east))
        for fix in fixes {
            sum.add(Ground.point(east: fix.east), accuracyMeters: fix.accuracy, secondsSinceLast: fix.seconds)
        }
        return sum
    }

    @Test("better fixes weigh more, and so do those that stand for more time")
    func weights() throws {
        let byAccuracy = try #require(sum([(0, 10, 60), (100, 30, 60)]).mean)
        #expect(abs(byAccuracy.distance(to: Ground.point(east: 10)) - 0) < 0.1)
        let byTime = try #require(sum([(0, 10, 60), (100, 10, 6)]).mean)
        #expect(byTime.distance(to: Ground.point(east: 100 / 11)) < 0.1)
    }

    @Test("the mean of many fixes is never better than half of one's error")
    func commonError() {
        let many = sum((0..<500).map { _ in (east: 0, accuracy: 30, seconds: 60) })
        #expect(many.deviationMeters > 0.5 * 30 / 1.5096 && many.deviationMeters < 0.6 * 30 / 1.5096)
        #expect(PositionSum(origin: Ground.middle).mean == nil)
    }

    @Test("two sums joined are the sum of all, also over the antimeridian")
    func joined() throws {
        var west = PositionSum(origin: Coordinate(uncheckedLatitude: 0, longitude: 179.9999))
        west.add(west.origin, accuracyMeters: 10, secondsSinceLast: 60)
        var east = PositionSum(origin: Coordinate(uncheckedLatitude: 0, longitude: -179.9999))
        east.add(east.origin, accuracyMeters: 10, secondsSinceLast: 60)
        for mean in [west.joined(with: east).mean, east.joined(with: west).mean] {
            #expect(abs(abs(try #require(mean).longitude) - 180) < 1e-9)
        }
    }
}
