import GeofenceEngine
import Testing
import VisitModel

@Suite("The bare policy is the plain rule")
struct BarePolicyTests {
    /// The plain rule: inside is distance ≤ radius, and a change of that is an entry or an exit at the fix.
    private struct PlainRule {
        let fences: [Fence]
        var inside: Set<FenceKey> = []

        mutating func ingest(_ fix: Fix) -> [String] {
            var emitted: (exits: [String], entries: [String]) = ([], [])
            for fence in fences.sorted(by: { $0.key < $1.key }) {
                let isInside = fix.coordinate.distance(to: fence.geofence.center) <= fence.reachMeters
                if isInside, inside.insert(fence.key).inserted { emitted.entries.append("in \(fence.key) \(fix.time)") }
                if !isInside, inside.remove(fence.key) != nil { emitted.exits.append("out \(fence.key) \(fix.time)") }
            }
            return emitted.exits + emitted.entries
        }
    }

    private static func words(_ transitions: ArraySlice<FenceTransition>) -> [String] {
        transitions.compactMap { transition in
            switch transition {
            case .entered(let key, let time, _): "in \(key) \(time)"
            case .exited(let key, let time, _, _, _): "out \(key) \(time)"
            case .stayed: nil
            case .presumed, .lapsed, .timedOut, .fenceChanged: "unexpected"
            }
        }
    }

    @Test("fix by fix, over walks with noise, gaps and cell fixes", arguments: UInt64(1)...30)
    func equalsThePlainRule(seed: UInt64) throws {
        var wander = try Wander(seed: seed)
        var run = try EngineRun(wander.fences, policy: .bare)
        var plain = PlainRule(fences: wander.fences)
        var crossings = 0
        for number in 0..<800 {
            let fix = wander.next()
            let seen = run.transitions.count
            run.ingest(fix)
            let expected = plain.ingest(fix)
            crossings += expected.count
            #expect(Self.words(run.transitions[seen...]) == expected, "seed \(seed), fix \(number)")
        }
        #expect(crossings > 10, "seed \(seed) never crossed an edge")
        #expect(Set(run.evaluator.tracks.map(\.key)) == plain.inside)
    }
}
