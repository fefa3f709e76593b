import Foundation
@testable import GeofenceEngine
import Testing
import VisitModel

@Suite("How accuracy counts in a polygon")
struct PolygonAccuracyTests {
    /// The probability that the true position lies in a rectangle round the middle.
    private static func probability(
        _ step: (east: Double, north: Double),
        width: Double,
        height: Double,
        _ sigma: Double
    )
        -> Double
    {
        let share = { (low: Double, high: Double) in
            (erf(high / sigma / 2.0.squareRoot()) - erf(low / sigma / 2.0.squareRoot())) / 2
        }
        return share(-width / 2 - step.east, width / 2 - step.east)
            * share(-height / 2 - step.north, height / 2 - step.north)
    }

    private static func rectangle(width: Double, height: Double) throws -> Fence {
        try Ground.rectangle(
            outline: Ground.Box(west: -width / 2, south: -height / 2, east: width / 2, north: height / 2)
        )
    }

    @Test(
        "inside means about as likely as not, in squares and in strips; in a corner a quarter",
        arguments: [(100.0, 100.0), (200, 100), (300, 25), (40, 400), (1000, 100), (8000, 50), (60, 50)]
    )
    func rectangles(width: Double, height: Double) throws {
        let fence = try Self.rectangle(width: width, height: height)
        let rules = EvaluationPolicy.standard.evaluation
        for (x, y) in [0, 0.2, 0.5, 0.8, 0.95].flatMap({ x in [0, 0.3, 0.7, 0.95].map { (x, $0) } }) {
            let place = (east: x * width / 2, north: y * height / 2)
            let coordinate = Ground.point(east: place.east, north: place.north)
            for accuracy in [3.0, 5, 10, 20, 30, 40, 60, 80, 100, 300, 600] {
                let isInside = rules.isInside(
                    edgeMeters: fence.signedDistance(to: coordinate, EarthPoint(coordinate)),
                    accuracyMeters: accuracy,
                    breadthMeters: fence.breadthMeters
                )
                let probability = Self.probability(place, width: width, height: height, accuracy / 1.5096)
                if isInside {
                    #expect(probability > 0.25, "\(place), accuracy \(accuracy)")
                } else {
                    #expect(probability < 0.62, "\(place), accuracy \(accuracy)")
                }
            }
        }
    }

    @Test("the breadth of a circle is its radius, of a square half its side, of a ring its width")
    func breadths() throws {
        #expect(try Ground.circle(radius: 80).breadthMeters == 80)
        #expect(abs(try Self.rectangle(width: 100, height: 100).breadthMeters - 50) < 0.3)
        #expect(abs(try Self.rectangle(width: 8000, height: 50).breadthMeters - 49.7) < 0.5)
        let hall = Ground.Box(west: -100, south: -100, east: 100, north: 100)
        let courtyard = Ground.Box(west: -80, south: -80, east: 80, north: 80)
        #expect(abs(try Ground.rectangle(outline: hall, holes: [courtyard]).breadthMeters - 20) < 0.2)
    }

    @Test(
        "poor fixes in a long narrow hall enter nothing, good ones do",
        arguments: [(600.0, false), (90, false), (12, true)]
    )
    func narrowHall(accuracy: Double, isEntered: Bool) throws {
        let run = try EngineRun(
            [try Self.rectangle(width: 8000, height: 50)],
            Step.every(60, from: 0, through: 600, accuracy: accuracy)
        )
        #expect(run.emitted.isEmpty == !isEntered)
    }
}
