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

    /// Three shops of 12 m in a row, 20 m apart.
    private static func shops() throws -> [Fence] {
        try ["west", "middle", "east"].enumerated().map { number, name in
            try Ground.circle(name, key: number + 1, east: Double(number) * 20, radius: 12)
        }
    }

    /// Fixes round a spot with errors as large as a shop, one every five minutes.
    private static func stay(from start: Double, east: Double, count: Int) -> [Step] {
        let offsets: [(Double, Double)] = [(9, 6), (-13, 4), (5, -12), (-8, 11), (14, -3), (-2, -9)]
        return (0..<count).map { number in
            let offset = offsets[number % offsets.count]
            return Step(start + Double(number) * 300, east: east + offset.0, north: offset.1, accuracy: 16)
        }
    }

    private static let arrival = [Step(-120, east: -900), Step(-60, east: -120)]

    private static func away(from start: Double) -> [Step] {
        [Step(start, east: -200), Step(start + 60, east: -900), Step(start + 700, east: -900)]
    }

    @Test("a stay in a shop counts there and nowhere else", arguments: [("west", 0.0), ("middle", 20), ("east", 40)])
    func shop(name: String, east: Double) throws {
        let steps = Self.arrival + Self.stay(from: 0, east: east, count: 12) + Self.away(from: 3600)
        let visits = try ConfidenceRun(try Self.shops(), steps).visits
        #expect(visits.filter(\.isCounted).map(\.facility.text) == [name])
        #expect(visits.count { $0.verdict == .unproven } == 0)
    }

    @Test("a stay in a shop, then one next door, are two visits that do not overlap")
    func shopAfterShop() throws {
        let steps =
            Self.arrival + Self.stay(from: 0, east: 0, count: 8) + Self.stay(from: 2400, east: 40, count: 8)
            + Self.away(from: 4900)
        let visits = try ConfidenceRun(try Self.shops(), steps).visits
        #expect(visits.map(\.enteredAt) == visits.map(\.enteredAt).sorted())
        let counted = visits.filter(\.isCounted)
        #expect(counted.map(\.facility.text) == ["west", "east"])
        let (first, second) = (try #require(counted.first), try #require(counted.last))
        // The first visit ends with its stay point, though its fence, 40 m away, reaches that far with the exit buffer.
        #expect(try #require(first.exitedAt).seconds(to: Ground.noon.advanced(bySeconds: 2400)) >= 0)
        #expect(second.enteredAt.seconds(to: Ground.noon.advanced(bySeconds: 2700)) >= 0)
    }

    @Test("the way past a neighbour to the stay, and back, is not the neighbour's")
    func wayPast() throws {
        let fences = [
            try Ground.circle("passed", key: 1, east: -60, radius: 50),
            try Ground.circle("visited", key: 2, radius: 50),
        ]
        let way = stride(from: -160.0, through: -20, by: 20).map {
            Step(-120 + ($0 + 160) / 1.3, east: $0, accuracy: 40)
        }
        let back = stride(from: -20.0, through: -160, by: -20).map {
            Step(3600 - ($0 + 20) / 1.3, east: $0, accuracy: 40)
        }
        let stay = (0...10).map { number in
            Step(Double(number) * 330, east: [12.0, -14, 4, -20, 9][number % 5], north: 8, accuracy: 40)
        }
        let visits = try ConfidenceRun(fences, way + stay + back + Self.away(from: 3900)).visits
        #expect(visits.filter(\.isCounted).map(\.facility.text) == ["visited"])
    }

    @Test("of neighbours that the fixes can't tell apart, the one visited before is the likelier")
    func familiar() throws {
        let fences = Array(try Self.shops().prefix(2))
        var steps = Self.arrival
        for day in 0..<4 {
            let start = Double(day) * 86_400
            steps += Self.stay(from: start, east: 20, count: 12) + Self.away(from: start + 3600)
        }
        let start = 4.0 * 86_400
        steps += Self.stay(from: start, east: 10, count: 12) + Self.away(from: start + 3600)
        let visits = try ConfidenceRun(fences, steps).visits
        let last = visits.filter { $0.enteredAt > Ground.noon.advanced(bySeconds: start - 3600) }
        #expect(last.filter(\.isCounted).map(\.facility.text) == ["middle"])
        let known = try #require(last.first { $0.facility.text == "middle" }?.assessment?.confidence)
        let first = try ConfidenceRun(
            fences,
            Self.arrival + Self.stay(from: 0, east: 10, count: 12) + Self.away(from: 3600)
        )
        let new = try #require(first.visits.first { $0.facility.text == "middle" }?.assessment?.confidence)
        #expect(known > new + 0.1)
    }

    @Test("of two places that fit equally well, the one that is a part of the other is twice as likely")
    func part() throws {
        let whole = try Ground.circle("mall", key: 1, radius: 50)
        let place = try Ground.circle("shop", key: 2, east: 40, radius: 50)
        let steps =
            [Step(-60, east: -400)] + (0...12).map { Step(Double($0) * 300, east: 20, north: Double($0 % 3)) }
            + [Step(3900, east: -400), Step(3960, east: -900)]
        let part = Fence(key: place.key, facility: place.facility, geofence: place.geofence, partOf: whole.facility)
        let visits = try ConfidenceRun([whole, part], steps).visits
        #expect(visits.filter(\.isCounted).map(\.facility.text) == ["shop"])
        let share = try #require(visits.first { $0.facility.text == "shop" }?.assessment?.runnerUp?.share)
        #expect(abs(share - 1 / 3) < 0.05)
    }

    @Test("two places that are parts of each other are equally likely")
    func circle() throws {
        let (first, second) = (
            try Ground.circle("a", key: 1, radius: 50), try Ground.circle("b", key: 2, east: 40, radius: 50)
        )
        let fences = [
            Fence(key: first.key, facility: first.facility, geofence: first.geofence, partOf: second.facility),
            Fence(key: second.key, facility: second.facility, geofence: second.geofence, partOf: first.facility),
        ]
        let steps =
            [Step(-60, east: -400)] + (0...12).map { Step(Double($0) * 300, east: 20, north: Double($0 % 3)) }
            + [Step(3900, east: -400), Step(3960, east: -900)]
        let shares = try ConfidenceRun(fences, steps).visits.compactMap(\.assessment?.runnerUp?.share)
        #expect(shares.count == 2 && shares.allSatisfy { abs($0 - 0.5) < 0.05 })
    }

    @Test("both of two neighbours count where the policy lets overlapping visits count")
    func overlappingPolicy() throws {
        var policy = EvaluationPolicy.standard
        policy.visits.countsOverlapping = true
        let fences = [
            try Ground.circle("left", key: 1, radius: 80), try Ground.circle("right", key: 2, east: 40, radius: 80),
        ]
        let steps = Self.arrival + Self.stay(from: 0, east: 20, count: 12) + Self.away(from: 3600)
        #expect(try ConfidenceRun(fences, steps, policy: policy).visits.count(where: \.isCounted) == 2)
        #expect(try ConfidenceRun(fences, steps).visits.count(where: \.isCounted) < 2)
    }
}
