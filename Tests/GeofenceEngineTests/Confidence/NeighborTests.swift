import GeofenceEngine
import Testing
import VisitModel

@Suite("Which of two neighbours gets the visit")
struct NeighborTests {
    /// An hour at one of two circles of 50 m, with centres 60 m apart.
    ///
    /// Twelve fixes are scattered round its centre, one of them deep in the other circle.
    private static func hour(accuracy: Double) -> [Step] {
        let offsets: [(Double, Double)] = [
            (8, 5), (-12, 3), (4, -9), (-6, 10), (10, -4), (60, 0), (-3, -7), (6, 8), (-9, 2), (2, 6), (-5, -5),
            (7, -8),
        ]
        return [Step(-120, east: -900), Step(-60, east: -400)]
            + offsets.enumerated().map { number, offset in
                Step(Double(number) * 300, east: offset.0, north: offset.1, accuracy: accuracy)
            } + [Step(3700, east: -400), Step(3760, east: -900)]
    }

    @Test("the mean position decides, not the deepest fix; the other is the runner-up", arguments: [15.0, 30, 60])
    func pair(accuracy: Double) throws {
        let fences = [
            try Ground.circle("left", key: 1, radius: 50), try Ground.circle("right", key: 2, east: 60, radius: 50),
        ]
        let counted = try ConfidenceRun(fences, Self.hour(accuracy: accuracy)).visits.filter(\.isCounted)
        #expect(counted.map(\.facility.text) == ["left"])
        if let runnerUp = counted.first?.assessment?.runnerUp {
            #expect(runnerUp.facility.text == "right")
            #expect(runnerUp.share < 0.5)
        }
    }

    @Test("shares of a place and its neighbour add up to one")
    func shares() throws {
        let fences = [
            try Ground.circle("left", key: 1, radius: 50), try Ground.circle("right", key: 2, east: 40, radius: 50),
        ]
        let steps =
            [Step(-60, east: -400)] + (0...12).map { Step(Double($0) * 300, east: 20, north: Double($0 % 3)) }
            + [Step(3900, east: -400), Step(3960, east: -900)]
        let visits = try ConfidenceRun(fences, steps).visits
        #expect(visits.count == 2)
        #expect(visits.allSatisfy { $0.doubts.contains(.overlapping) || !$0.isCounted })
        #expect(visits.compactMap(\.assessment?.runnerUp?.share).allSatisfy { abs($0 - 0.5) < 0.05 })
    }
}
