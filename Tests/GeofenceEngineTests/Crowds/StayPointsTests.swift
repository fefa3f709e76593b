import Foundation
import SeededRandom
import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("Stay points among neighbouring fences")
struct StayPointsTests {
    /// Three circles of 12 m in a row, 20 m apart.
    private static func row() throws -> [Fence] {
        try ["west", "middle", "east"].enumerated().map { number, name in
            try Ground.circle(name, key: number + 1, east: Double(number) * 20, radius: 12)
        }
    }

    private static func path(_ steps: [Step]) -> StayPath {
        steps.reduce(into: StayPath()) { $0.append($1.fix, accuracyMeters: $1.accuracy ?? 30) }
    }

    /// Fixes at a spot, one every five minutes.
    private static func stay(
        from start: Double,
        east: Double,
        count: Int = 7,
        accuracy: Double,
        using random: inout SeededGenerator
    ) -> [Step] {
        let sigma = accuracy / 1.51
        return (0..<count).map { number in
            Step(
                start + Double(number) * 300,
                east: east + sigma * random.normal(),
                north: sigma * random.normal(),
                accuracy: accuracy
            )
        }
    }

    /// A walk in a straight line, one fix every twenty seconds.
    private static func walk(from start: Double, east: Double, to end: Double) -> [Step] {
        let seconds = abs(end - east) / 1.3
        return stride(from: 0, to: seconds, by: 20).map { passed in
            Step(start + passed, east: east + (end - east) * passed / seconds)
        }
    }

    @Test("the way to a stay and the way back belong to none", arguments: UInt64(1)...20)
    func approach(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let way = Self.walk(from: 0, east: 150, to: 0)
        let stay = Self.stay(from: 150, east: 0, accuracy: 8, using: &random)
        let back = Self.walk(from: 2000, east: 20, to: 150)
        let found = StayPoints(Self.path(way + stay + back), at: try Self.row(), visits: [0, 0, 0])
        let segment = try #require(found.segments.max { $0.range.count < $1.range.count })
        // A fix near the door may be of either.
        #expect(segment.range.lowerBound >= way.count - 1, "seed \(seed)")
        #expect(segment.range.upperBound <= way.count + stay.count + 1, "seed \(seed)")
        #expect(segment.shares[0] > segment.shares[1], "seed \(seed)")
    }

    @Test("two stays next door to each other are two", arguments: UInt64(1)...20)
    func nextDoor(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let first = Self.stay(from: 0, east: 0, accuracy: 6, using: &random)
        let second = Self.stay(from: 2000, east: 40, accuracy: 6, using: &random)
        let found = StayPoints(Self.path(first + second), at: try Self.row(), visits: [0, 0, 0])
        #expect(found.segments.count == 2, "seed \(seed)")
        // A stray fix at the beginning or the end of a stay may be one on the way.
        #expect(found.segments.map { $0.range.clamped(to: 0..<7).count } == [found.segments[0].range.count, 0])
        #expect(found.segments.allSatisfy { $0.range.count >= 5 }, "seed \(seed)")
        #expect(try #require(found.segments.first).shares[0] > 0.8, "seed \(seed)")
        #expect(try #require(found.segments.last).shares[2] > 0.8, "seed \(seed)")
    }

    @Test("the probabilities of the places leave room for none of them, the more the farther away")
    func elsewhere() throws {
        let sums = [20.0, 32, 60].map { north -> Double in
            let steps = (0...6).map { Step(Double($0) * 300, east: 20, north: north, accuracy: 8) }
            let found = try? StayPoints(Self.path(steps), at: Self.row(), visits: [0, 0, 0])
            return found?.segments.first?.shares.reduce(0, +) ?? 0
        }
        #expect(sums[0] < 0.9 && sums[1] < 0.6 && sums[2] < 0.01)
        #expect(sums[0] > sums[1] && sums[1] > sums[2])
    }

    @Test("earlier visits decide between places, and make none of them more likely than elsewhere")
    func earlierVisits() throws {
        let steps = (0...6).map { Step(Double($0) * 300, east: 10, north: 5, accuracy: 12) }
        let fences = Array(try Self.row().prefix(2))
        let new = try #require(StayPoints(Self.path(steps), at: fences, visits: [0, 0]).segments.first).shares
        let known = try #require(StayPoints(Self.path(steps), at: fences, visits: [0, 4]).segments.first).shares
        #expect(abs(new[0] - new[1]) < 0.01)
        #expect(abs(known[1] / known[0] - 3) < 0.1)
        #expect(abs(new.reduce(0, +) - known.reduce(0, +)) < 1e-9)
    }

    @Test("a path without fixes has no stay points")
    func empty() throws {
        #expect(StayPoints(StayPath(), at: try Self.row(), visits: [0, 0, 0]).segments.isEmpty)
    }

    @Test("any division covers each fix at most once, in order", arguments: UInt64(1)...30)
    func anyPath(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var second = 0.0
        let steps = (0..<Int.random(in: 1...StayPath.limit, using: &random)).map { _ -> Step in
            second += .random(in: 1...1500, using: &random)
            return Step(
                second,
                east: .random(in: -80...120, using: &random),
                north: .random(in: -80...80, using: &random),
                accuracy: .random(in: 1...90, using: &random)
            )
        }
        let found = StayPoints(Self.path(steps), at: try Self.row(), visits: [0, 3, 1])
        var end = 0
        for segment in found.segments {
            #expect(segment.range.lowerBound >= end && !segment.range.isEmpty, "seed \(seed)")
            #expect(segment.shares.allSatisfy { (0...1).contains($0) }, "seed \(seed)")
            #expect(segment.shares.reduce(0, +) <= 1 + 1e-9, "seed \(seed)")
            end = segment.range.upperBound
        }
        #expect(end <= steps.count)
    }
}
