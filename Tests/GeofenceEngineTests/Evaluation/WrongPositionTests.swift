import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("Positions where the phone is not")
struct WrongPositionTests {
    /// A position with an error of some metres.
    private static func step(_ second: Double, east: Double, _ random: inout SeededGenerator) -> Step {
        Step(
            second,
            east: east + .random(in: -12...12, using: &random),
            north: .random(in: -12...12, using: &random),
            accuracy: .random(in: 10...25, using: &random)
        )
    }

    /// Walks of ten minutes with a fix each half minute, by which the phone is known to report movements densely.
    private static func walks(_ random: inout SeededGenerator) -> [Step] {
        (0..<40).map { number in
            var step = step(-7200 + Double(number) * 30, east: -3000 + Double(number) * 42, &random)
            step.speed = 1.4
            return step
        }
    }

    private static func rest(_ seconds: ClosedRange<Double>, east: Double, _ random: inout SeededGenerator) -> [Step] {
        stride(from: seconds.lowerBound, through: seconds.upperBound, by: 240).map { step($0, east: east, &random) }
    }

    /// Walks, the way in, and a position that is repeated each two minutes from second 300 on.
    private static func repeated(until end: Double, _ random: inout SeededGenerator) -> [Step] {
        let arrival = [step(0, east: -900, &random), step(200, east: 0, &random)]
        return walks(&random) + arrival + Step.every(120, from: 300, through: end, east: 20)
    }

    private static func visit(_ steps: [Step]) throws -> Visit {
        try #require(try ConfidenceRun([try Ground.circle()], steps).visits.first)
    }

    @Test("a provider that hangs on the way proves nothing; what came before it counts", arguments: UInt64(1)...5)
    func hanging(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let repeated = Self.repeated(until: 9000, &random)
        let visit = try Self.visit(repeated + Self.rest(9100...12_000, east: 4000, &random))
        #expect(!visit.isCounted, "seed \(seed)")
        let bounds = try #require(visit.assessment?.exitedBetween)
        #expect(bounds.lowerBound <= Ground.noon.advanced(bySeconds: 300))
        #expect(bounds.upperBound >= Ground.noon.advanced(bySeconds: 9000))
    }

    @Test("a cached position of a phone that is next seen near by was rest", arguments: UInt64(1)...5)
    func cached(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let repeated = Self.repeated(until: 5400, &random)
        let away = [Self.step(5520, east: 280, &random), Self.step(5550, east: 330, &random)]
        #expect(try Self.visit(repeated + away).isCounted, "seed \(seed)")
    }

    @Test("reports of rest with a repeated position are new information")
    func restReports() throws {
        let inside = (0..<30).map { Step(Double($0) * 120, east: 5, flags: .stationary) }
        let visit = try Self.visit(
            [Step(-120, east: -400)] + inside + [Step(3600, east: 3000), Step(3660, east: 3500)]
        )
        #expect(visit.isCounted)
    }

    @Test("fixes of the Wi-Fi of another place, without a way there and back, are no visit", arguments: UInt64(1)...5)
    func jumps(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let steps =
            Self.walks(&random) + Self.rest(-3600 ... -240, east: -480, &random)
            + Self.rest(0...3000, east: 0, &random) + Self.rest(3240...7000, east: -480, &random)
        let visit = try Self.visit(steps)
        #expect(visit.verdict == .unproven, "seed \(seed)")
        #expect(visit.why.contains("the positions moved there and away, and the phone did not"))
    }

    @Test("a walk there and back, seen on the way, is one", arguments: UInt64(1)...5)
    func walksThere(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let there = (0..<10).map { Self.step(-300 + Double($0) * 30, east: -480 + Double($0) * 42, &random) }
        let back = (0..<10).map { Self.step(3030 + Double($0) * 30, east: -60 - Double($0) * 42, &random) }
        let steps =
            Self.walks(&random) + Self.rest(-3600 ... -400, east: -480, &random) + there
            + Self.rest(0...3000, east: 0, &random) + back + Self.rest(3400...7000, east: -480, &random)
        #expect(try Self.visit(steps).isCounted, "seed \(seed)")
    }

    @Test("positions that jump 8 km in a minute and back are doubtful, however many", arguments: UInt64(1)...5)
    func teleports(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let steps =
            Self.rest(-3600 ... -30, east: -8000, &random) + [Self.step(-20, east: -8000, &random)]
            + (0..<60).map { Self.step(Double($0) * 60, east: 0, &random) }
            + Self.rest(3590...7000, east: -8000, &random)
        let visit = try Self.visit(steps)
        #expect(visit.verdict == .doubtful, "seed \(seed)")
        #expect(visit.doubts.names == ["position_jump"])
        #expect(visit.why.first == "the phone's positions jumped there faster than anything travels")
    }

    @Test("one wrong position on the way in makes no jump of the arrival", arguments: UInt64(1)...5)
    func wrongPositionOnTheWayIn(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let way = (0..<20).map { Self.step(-640 + Double($0) * 30, east: -8600 + Double($0) * 420, &random) }
        let steps =
            way + [Self.step(-20, east: -2200, &random)]
            + (0..<50).map { Self.step(Double($0) * 60, east: 0, &random) }
            // The phone is next seen far away: its exit does not show that it was there.
            + [Self.step(5400, east: -8000, &random), Self.step(5430, east: -8400, &random)]
        let visit = try Self.visit(steps)
        #expect(visit.doubts.names == [], "seed \(seed)")
        #expect(visit.isCounted, "seed \(seed)")
    }

    @Test("a jump stays one where the fix before the last was nearer and as impossible to come from")
    func jumpsFromBoth() throws {
        var random = SeededGenerator(seed: 1)
        let steps =
            Self.rest(-3600 ... -332, east: -4460, &random)
            + [Step(-93, east: -4460, accuracy: 60), Step(-20, east: -8900, accuracy: 60)]
            + (0..<60).map { Self.step(Double($0) * 60, east: 0, &random) }
            + [Step(5400, east: -8000), Step(5430, east: -8400)]
        #expect(try Self.visit(steps).doubts.names == ["position_jump"])
    }

    @Test("a jump stays one where the fix before the last was hardly nearer, or the last is repeated")
    func jumpsAfterNoNearerFix() throws {
        for before in [[Step(-70, east: -1500)], [Step(-70, east: -620), Step(-40, east: -2200)]] {
            let way = (0..<20).map { Step(-700 + Double($0) * 30, east: -8600 + Double($0) * 360) }
            let inside = (0..<50).map { Step(Double($0) * 60, east: Double($0 % 7)) }
            let steps = way + before + [Step(-20, east: -2200)] + inside + [Step(5400, east: -8000)]
            #expect(try Self.visit(steps).doubts.names == ["position_jump"], "\(before)")
        }
    }

    @Test("a jump there and back stays one with a wrong position near the fence before it", arguments: UInt64(1)...5)
    func wrongPositionBeforeJump(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let steps =
            Self.rest(-3600 ... -160, east: -2500, &random)
            + [Step(-75, east: -1000, accuracy: 52), Self.step(-15, east: -2500, &random)]
            + (0..<60).map { Self.step(Double($0) * 60, east: 0, &random) }
            + Self.rest(3580...7000, east: -2500, &random)
        #expect(try Self.visit(steps).doubts.names == ["position_jump"], "seed \(seed)")
    }

    @Test("a heartbeat without a position before the jump back does not hide the jump", arguments: UInt64(1)...5)
    func heartbeatBeforeJump(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var run = try EngineRun(
            [try Ground.circle()],
            Self.rest(-3600 ... -30, east: -8000, &random) + [Self.step(-20, east: -8000, &random)]
                + (0..<60).map { Self.step(Double($0) * 60, east: 0, &random) }
        )
        run.beat(3570, hasPosition: false)
        for step in Self.rest(3590...7000, east: -8000, &random) { run.ingest(step.fix) }
        #expect(run.stays.map { $0.doubts.contains(.positionJump) } == [true], "seed \(seed)")
        #expect(run.stays.allSatisfy { $0.departure?.isJump == true }, "seed \(seed)")
    }

    @Test("a phone in the fence whose position jumps away for a while keeps its visit", arguments: UInt64(1)...5)
    func jumpsAway(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let steps =
            [Self.step(-300, east: -400, &random), Self.step(-240, east: -300, &random)]
            + Self.rest(0...2400, east: 0, &random) + Self.rest(2430...2700, east: 8000, &random)
            + Self.rest(2730...4800, east: 0, &random) + Self.rest(4900...5300, east: 500, &random)
        let visits = try ConfidenceRun([try Ground.circle()], steps).visits
        #expect(visits.contains { $0.isCounted }, "seed \(seed)")
        #expect(visits.allSatisfy { !$0.doubts.contains(.positionJump) }, "seed \(seed)")
    }

    @Test("a traffic jam through the circle is no visit; a stay of as long in it is", arguments: UInt64(1)...5)
    func jam(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let before =
            Self.walks(&random)
            + (0..<10).map { Self.step(-300 + Double($0) * 30, east: -2000 + Double($0) * 180, &random) }
        let after = (0..<10).map { Self.step(930 + Double($0) * 30, east: 160 + Double($0) * 180, &random) }
        let slow = (0...30).map { Self.step(Double($0) * 30, east: -140 + Double($0) * 9.3, &random) }
        let jam = try Self.visit(before + slow + after)
        #expect(!jam.isCounted, "seed \(seed)")
        #expect(jam.why.contains("the fixes pass through at an even pace"), "seed \(seed)")
        let stay = (0...30).map { number in
            let east = number < 4 ? -140 + Double(number) * 40 : number > 26 ? 30 + Double(number - 26) * 40 : 0
            return Self.step(Double(number) * 30, east: east, &random)
        }
        #expect(try Self.visit(before + stay + after).isCounted, "seed \(seed)")
    }

    @Test("the way in of a phone that then falls silent for good is no passage")
    func silentAfter() throws {
        let way = (0...10).map { Step(Double($0) * 30, east: -140 + Double($0) * 26) }
        let visit = try Self.visit([Step(-60, east: -230)] + way + [Step(86_400, east: 8000)])
        #expect(visit.status == .timedOut)
        #expect(!visit.why.contains("the fixes pass through at an even pace"))
    }

    @Test("laps round a block that lead through the circle are no visit", arguments: UInt64(1)...5)
    func laps(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let lap = (0..<80).map { number in
            // 240 s a lap, 75 of them in the circle.
            let place = Double(number * 30 % 240)
            var step = Self.step(Double(number) * 30, east: place < 90 ? -120 + place * 2.6 : 230, &random)
            if place >= 90 { step = Step(step.second, east: 230 - (place - 90), north: 150, accuracy: 10) }
            step.speed = 2.7
            return step
        }
        let visits = try ConfidenceRun([try Ground.circle()], Self.walks(&random) + lap).visits
        #expect(!visits.contains { $0.isCounted }, "seed \(seed)")
    }
}
