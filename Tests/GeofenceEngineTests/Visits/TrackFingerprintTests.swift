import SeededRandom
import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("Fixes that were sent before")
struct TrackFingerprintTests {
    private static func fixes(_ random: inout SeededGenerator) -> [Fix] {
        (0..<20).map { number in
            Step(
                Double(number) * 173,
                east: .random(in: -40...40, using: &random),
                north: .random(in: -40...40, using: &random),
                accuracy: .random(in: 5...30, using: &random)
            ).fix
        }
    }

    private static func fingerprint(_ fixes: some Sequence<Fix>) -> TrackFingerprint {
        var (fingerprint, last) = (TrackFingerprint(), Timestamp?.none)
        for fix in fixes {
            fingerprint.add(fix, secondsSinceLast: last.map { $0.seconds(to: fix.time) } ?? 0)
            last = fix.time
        }
        return fingerprint
    }

    @Test("are recognized at any later time", arguments: UInt64(1)...20)
    func later(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let fixes = Self.fixes(&random)
        let again = fixes.map { fix in
            var later = fix
            later.time = fix.time.advanced(bySeconds: 86_400)
            return later
        }
        #expect(Self.fingerprint(fixes).value == Self.fingerprint(again).value, "seed \(seed)")
        #expect(Self.fingerprint(fixes).value != Self.fingerprint(Self.fixes(&random)).value, "seed \(seed)")
    }

    @Test("are mostly recognized without the first and the last ones")
    func trimmed() {
        let same = (UInt64(1)...100).count { seed in
            var random = SeededGenerator(seed: seed)
            let fixes = Self.fixes(&random)
            return Self.fingerprint(fixes).value == Self.fingerprint(fixes[2..<18]).value
        }
        #expect(same > 60)
    }

    @Test("two fixes have no fingerprint")
    func few() {
        var random = SeededGenerator(seed: 1)
        #expect(Self.fingerprint(Self.fixes(&random).prefix(2)).value == nil)
    }

    @Test("two cached positions that alternate are none of them")
    func alternating() {
        let fixes = (0..<20).map { Step(Double($0) * 300, east: $0.isMultiple(of: 2) ? 5 : 40, accuracy: 20).fix }
        #expect(Self.fingerprint(fixes).value == nil)
    }

    /// Half an hour inside with an error of some metres, and the ways there and back.
    private static func visit(at start: Double, seed: UInt64) -> [Step] {
        var random = SeededGenerator(seed: seed)
        let inside = (1...10).map { number in
            Step(
                start + Double(number) * 180,
                east: .random(in: -20...20, using: &random),
                north: .random(in: -20...20, using: &random),
                accuracy: .random(in: 5...15, using: &random)
            )
        }
        return [Step(start, east: -300)] + inside + [Step(start + 1980, east: 300), Step(start + 2040, east: 400)]
    }

    @Test("make a visit doubtful, at neighbouring places only where they were sent before")
    func repeated() throws {
        let steps = Self.visit(at: 0, seed: 3) + Self.visit(at: 86_400, seed: 3) + Self.visit(at: 172_800, seed: 4)
        let run = try ConfidenceRun([try Ground.circle()], steps)
        #expect(run.verdicts == [.counted, .doubtful, .counted])
        #expect(run.visits.map { $0.doubts.contains(.repeatedTrack) } == [false, true, false])
        #expect(run.visits[1].why.first == "the fixes are those of an earlier visit, sent again")
        let fences = [try Ground.circle("pool", key: 2, east: 60), try Ground.circle()]
        let crowd = try ConfidenceRun(fences, Self.visit(at: 0, seed: 3))
        #expect(crowd.visits.allSatisfy { !$0.doubts.contains(.repeatedTrack) })
    }

    @Test("count where the policy says so")
    func policy() throws {
        var policy = EvaluationPolicy.standard
        policy.visits.countsImplausible = true
        let steps = Self.visit(at: 0, seed: 3) + Self.visit(at: 86_400, seed: 3)
        #expect(try ConfidenceRun([try Ground.circle()], steps, policy: policy).verdicts == [.counted, .counted])
    }

    @Test("one visit at many overlapping places takes the room of one")
    func overlapping() throws {
        let fences = try (1...40).map { try Ground.circle("shop\($0)", key: $0, east: Double($0) / 10) }
        var run = try EngineRun(fences, Self.visit(at: 0, seed: 3))
        run.ingest(Step(90_000, east: 5000).fix)
        #expect(run.stays.count == 40)
        #expect(run.builder.fingerprints.entries.count == 1)
    }

    @Test("of more than a month of daily visits the last ones are known")
    func limit() throws {
        var fingerprints = TrackFingerprints()
        let fence = try Ground.circle()
        for day in 0..<40 {
            let run = try EngineRun([fence], Self.visit(at: Double(day) * 86_400, seed: UInt64(day)))
            fingerprints.record(try #require(run.stays.first))
        }
        #expect(fingerprints.entries.count == 32)
    }
}
