import GeofenceEngine
import LongTests
import Testing
import VisitModel

@Suite("A member is at one place at a time")
struct OnePlaceTests {
    /// The pairs of counted visits that ended and share time.
    private static func overlaps(_ visits: [Visit]) -> [String] {
        let counted = visits.filter { $0.isCounted && $0.exitedAt != nil }
        return counted.enumerated().flatMap { number, first in
            counted.dropFirst(number + 1).compactMap { second in
                guard let firstEnd = first.exitedAt, let secondEnd = second.exitedAt,
                    max(first.enteredAt, second.enteredAt) < min(firstEnd, secondEnd)
                else { return nil }
                return "\(first.line) and \(second.line)"
            }
        }
    }

    @Test("counted visits of random walks between overlapping circles never overlap", .long, arguments: UInt64(1)...60)
    func randomWalks(seed: UInt64) throws {
        var wander = try Wander(seed: seed)
        let fixes = (0..<600).map { _ in wander.next() }
        let visits = try ConfidenceRun(wander.fences, fixes: fixes).visits
        #expect(Self.overlaps(visits) == [], "seed \(seed)")
    }

    struct Pair: CustomTestStringConvertible {
        let apart: Double
        let minutes: Double

        var testDescription: String { "centres \(Int(apart)) m apart, a fix every \(Int(minutes)) minutes" }
    }

    private static let pairs = [60.0, 120, 300].flatMap { apart in
        [10.0, 20, 30].map { Pair(apart: apart, minutes: $0) }
    }

    private static func hour(in pair: Pair) -> [Step] {
        let interval = pair.minutes * 60
        let inside = stride(from: 0, through: 3600, by: interval).map {
            Step($0, east: pair.apart + 10, north: -8 + $0 / 600, accuracy: 20)
        }
        let way = [Step(-2 * interval, east: 8000), Step(-interval, east: 3000)]
        return way + inside + [Step(3600 + interval, east: 3000), Step(3600 + 2 * interval, east: 8000)]
    }

    @Test("an hour in one of two circles of 150 m counts there and not in the other", arguments: pairs)
    func pair(_ pair: Pair) throws {
        let fences = [try Ground.circle("left", key: 1), try Ground.circle("right", key: 2, east: pair.apart)]
        let visits = try ConfidenceRun(fences, Self.hour(in: pair)).visits
        let counted = visits.filter(\.isCounted).map(\.facility.text)
        // Three fixes do not tell two places 60 m apart from each other with certainty: then neither counts.
        #expect(counted == ["right"] || counted.isEmpty && pair.apart < 100 && pair.minutes > 20)
        let likeliest = visits.max { ($0.assessment?.confidence ?? 0) < ($1.assessment?.confidence ?? 0) }
        #expect(likeliest?.facility.text == "right")
    }

    @Test("it is entered and left at both, and dwells at one of them", arguments: pairs.filter { $0.minutes < 30 })
    func events(_ pair: Pair) throws {
        let fences = [try Ground.circle("left", key: 1), try Ground.circle("right", key: 2, east: pair.apart)]
        let run = try EngineRun(fences, Self.hour(in: pair))
        let names = run.emitted.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(names.filter { $0.hasPrefix("dwelled") } == ["dwelled right"])
        #expect(names.contains("entered right") && names.contains("exited right"))
        if pair.apart < 200 { #expect(names.contains("entered left") && names.contains("exited left")) }
    }

    @Test("two fences at one place have no dwell, because neither is likelier")
    func same() throws {
        let pair = Pair(apart: 0, minutes: 10)
        let fences = [try Ground.circle("left", key: 1), try Ground.circle("right", key: 2)]
        let run = try EngineRun(fences, Self.hour(in: pair))
        #expect(!run.emitted.isEmpty && !run.emitted.contains { $0.hasPrefix("dwelled") })
        #expect(try ConfidenceRun(fences, Self.hour(in: pair)).visits.allSatisfy { !$0.isCounted })
    }

    @Test("a stay that times out has its dwell, though another fence is near")
    func unseenEnd() throws {
        let fences = [try Ground.circle("left", key: 1), try Ground.circle("right", key: 2, east: 260)]
        let inside = [0.0, 300, 500].map { Step($0, east: -60, north: $0 / 60) }
        let run = try EngineRun(fences, [Step(-1800, east: -3000)] + inside + [Step(40_000, east: -9000)])
        #expect(run.emitted.map { $0.prefix(12) } == ["entered left", "dwelled left", "exited left "])
        #expect(run.stays.map(\.status) == [.timedOut])
    }

    @Test("one fix in the next circle after an hour in one is half as likely a visit, and says so")
    func leftover() throws {
        let fences = [try Ground.circle("left", key: 1), try Ground.circle("right", key: 2, east: 200)]
        let inside = [0.0, 1800, 3600].map { Step($0, east: -30, north: $0 / 600) }
        let steps =
            [Step(-3600, east: -8000), Step(-1800, east: -3000)] + inside
            + [Step(5400, east: 260), Step(7200, east: 3000), Step(9000, east: 8000)]
        let visits = try ConfidenceRun(fences, steps).visits
        #expect(visits.map { "\($0.facility) \($0.verdict.rawValue)" } == ["left counted", "right unproven"])
        let assessment = try #require(visits.last?.assessment)
        #expect(assessment.confidence == (assessment.confidence * 100).rounded() / 100)
        #expect(assessment.reasons.contains { $0.term == .singleReading && $0.weight < 0 })
    }

    private static func nested() throws -> [Fence] {
        [
            try Ground.circle("studio", key: 1, radius: 60), try Ground.circle("club", key: 2, east: 30),
            try Ground.circle("campus", key: 3, east: -60, radius: 400),
        ]
    }

    @Test(
        "an hour in nested circles counts in the innermost around it",
        arguments: [("studio", 0.0), ("club", 110.0), ("campus", -350.0)]
    )
    func nested(name: String, east: Double) throws {
        let inside = stride(from: 0, through: 3600, by: 300.0).map { second in
            Step(second, east: east + (second.truncatingRemainder(dividingBy: 600) == 0 ? 8 : -8), accuracy: 15)
        }
        let steps =
            [Step(-400, east: 3000), Step(-200, east: 1500)] + inside
            + [Step(3900, east: 1500), Step(4100, east: 3000), Step(4500, east: 3000)]
        let visits = try ConfidenceRun(try Self.nested(), steps).visits
        #expect(visits.filter(\.isCounted).map(\.facility.text) == [name])
    }

    @Test("four shops of a street, one after the other, are four visits without overlap")
    func street() throws {
        let places = [0.0, 80, 170, 290]
        let fences = try places.enumerated().map { number, east in
            try Ground.circle("shop\(number)", key: number + 1, east: east)
        }
        var steps = [Step(-300, east: -3000), Step(-150, east: -1500)]
        for (number, east) in places.enumerated() {
            let start = Double(number) * 1200
            steps += stride(from: 0, through: 900, by: 90.0).map { second in
                Step(
                    start + second,
                    east: east + (second.truncatingRemainder(dividingBy: 180) == 0 ? 6 : -6),
                    accuracy: 12
                )
            }
        }
        steps += [Step(5000, east: 2000), Step(5200, east: 4000), Step(5600, east: 4000)]
        let visits = try ConfidenceRun(fences, steps).visits
        #expect(visits.filter(\.isCounted).map(\.facility.text) == ["shop0", "shop1", "shop2", "shop3"])
        #expect(Self.overlaps(visits) == [])
    }
}
