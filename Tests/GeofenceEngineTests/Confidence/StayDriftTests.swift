import SeededRandom
import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("How far the fixes of a stay move in one direction")
struct StayDriftTests {
    private static func drift(_ steps: [Step]) -> StayDrift {
        var drift = StayDrift()
        for step in steps {
            drift.add(step.place, from: steps[0].place, afterSeconds: step.second - steps[0].second, share: 1)
        }
        return drift
    }

    @Test("a way of 300 m in a quarter of an hour is one, in any direction", arguments: [0.0, 0.7, 2, 4.5])
    func way(direction: Double) {
        let steps = stride(from: 0.0, through: 900, by: 60).map { second in
            let meters = second / 3
            return Step(
                second,
                east: meters * direction,
                north: meters * (1 - direction * direction).magnitude.squareRoot()
            )
        }
        let length = steps[0].place.distance(to: steps[15].place)
        #expect(abs(Self.drift(steps).meters(inSeconds: 900) - length) < length / 100)
    }

    @Test("a stay between a way in and a way out through the place moves little")
    func stay() {
        let way = stride(from: 0.0, through: 60, by: 20).map { Step($0, east: -100 + $0 * 1.6) }
        let rest = stride(from: 120.0, through: 780, by: 60).map {
            Step($0, east: $0.truncatingRemainder(dividingBy: 7))
        }
        let out = stride(from: 840.0, through: 900, by: 20).map { Step($0, east: ($0 - 840) * 1.6) }
        #expect(Self.drift(way + rest + out).meters(inSeconds: 900) < 90)
    }

    @Test("two parts joined are as one", arguments: UInt64(1)...10)
    func joined(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let steps = (0..<30).map { number in
            Step(
                Double(number) * 40,
                east: .random(in: -80...80, using: &random),
                north: .random(in: -80...80, using: &random)
            )
        }
        let cut = Int.random(in: 1..<29, using: &random)
        let (head, tail) = (Array(steps[..<cut]), Array(steps[cut...]))
        let joined = Self.drift(head).joined(
            with: Self.drift(tail),
            from: head[0].place,
            to: tail[0].place,
            afterSeconds: tail[0].second - head[0].second
        )
        let difference = joined.meters(inSeconds: 1200) - Self.drift(steps).meters(inSeconds: 1200)
        #expect(abs(difference) < 0.05, "seed \(seed)")
    }

    @Test("a single fix, and several at one moment, do not move")
    func still() {
        #expect(Self.drift([Step(0)]).meters(inSeconds: 600) == 0)
        #expect(Self.drift([Step(0), Step(0, east: 50)]).meters(inSeconds: 600) == 0)
    }
}
