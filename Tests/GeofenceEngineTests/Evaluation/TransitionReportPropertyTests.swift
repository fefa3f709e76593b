import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("Limits of OS transition reports, over random walks and reports")
struct ClaimPropertyTests {
    private typealias Reading = (fix: Fix, claims: [TransitionReport])

    private static func readings(_ seed: UInt64) throws -> (fences: [Fence], readings: [Reading]) {
        var wander = try Wander(seed: seed)
        let readings: [Reading] = (0..<500).map { _ in (wander.next(), wander.claims()) }
        return (wander.fences, readings)
    }

    private static func run(
        _ fences: [Fence],
        _ readings: [Reading],
        policy: EvaluationPolicy = .standard,
        claims: (Reading) -> [TransitionReport]
    ) throws -> EngineRun {
        var run = try EngineRun(fences, policy: policy)
        for reading in readings { run.ingest(reading.fix, claims: claims(reading)) }
        return run
    }

    /// The least distance in metres of a fix beyond the edge of a fence, less its accuracy.
    private static func edge(_ fence: Fence, _ fix: Fix) -> Double {
        fence.signedDistance(to: fix.coordinate, EarthPoint(fix.coordinate)) - (fix.horizontalAccuracy ?? 30)
    }

    @Test("no stay begins where no fix of at most 250 m reached the fence", arguments: UInt64(1)...40)
    func neverWhereNobodyWas(seed: UInt64) throws {
        let (fences, readings) = try Self.readings(seed)
        let run = try Self.run(fences, readings) { $0.claims }
        for stay in run.stays {
            let fence = try #require(fences.first { $0.key == stay.key })
            let reached = readings.contains { reading in
                (stay.proof.firstAt...stay.proof.lastAt).contains(reading.fix.time)
                    && Self.edge(fence, reading.fix) <= 0 && reading.fix.horizontalAccuracy ?? 30 <= 250
            }
            #expect(reached, "seed \(seed): \(stay)")
        }
    }

    @Test(
        "a place that the phone never came near is never entered, although every fix comes with a report of it",
        arguments: UInt64(1)...20
    )
    func falseClaims(seed: UInt64) throws {
        let (fences, readings) = try Self.readings(seed)
        let far = try Ground.circle("far", key: 9, east: 9000, north: 9000)
        let run = try Self.run(fences + [far], readings) { _ in
            [TransitionReport(.entered, far.key), TransitionReport(.dwelled, far.key)]
        }
        let plain = try Self.run(fences + [far], readings) { _ in [] }
        #expect(run == plain, "seed \(seed)")
    }

    @Test("reports of fences that are not monitored change nothing", arguments: UInt64(1)...20)
    func unwatched(seed: UInt64) throws {
        let (fences, readings) = try Self.readings(seed)
        let unknown = try #require(FenceKey(exactly: 77))
        let run = try Self.run(fences, readings) { $0.claims.map { TransitionReport($0.action, unknown) } }
        #expect(try run == Self.run(fences, readings) { _ in [] }, "seed \(seed)")
    }

    @Test("a policy that ignores reports gives the same result as without them", arguments: UInt64(1)...20)
    func unheard(seed: UInt64) throws {
        let (fences, readings) = try Self.readings(seed)
        var policy = EvaluationPolicy.standard
        policy.evaluation.claimAccuracyLimitMeters = 0
        let run = try Self.run(fences, readings, policy: policy) { $0.claims }
        #expect(run == (try Self.run(fences, readings, policy: policy) { _ in [] }), "seed \(seed)")
    }

    @Test("exit reports alone end no stay", arguments: UInt64(1)...20)
    func leavingAlone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fence = try Ground.circle()
        var run = try EngineRun([fence], Step.every(60, from: 0, through: 900))
        for minute in 16..<120 {
            let step = Step(
                Double(minute) * 60,
                east: .random(in: -165...165, using: &random),
                accuracy: .random(in: 1...240, using: &random)
            )
            run.ingest(step.fix, claims: [TransitionReport(.exited, fence.key)])
        }
        #expect(run.emitted == ["entered gym 0", "dwelled gym 600"], "seed \(seed)")
    }

    @Test("reports do make a difference in these walks")
    func claimsMatter() throws {
        let differing = try (UInt64(1)...40).count { seed in
            let (fences, readings) = try Self.readings(seed)
            return try Self.run(fences, readings) { $0.claims } != Self.run(fences, readings) { _ in [] }
        }
        #expect(differing > 35)
    }
}
