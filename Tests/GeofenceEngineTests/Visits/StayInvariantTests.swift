import GeofenceEngine
import LongTests
import Testing
import VisitModel

@Suite("Invariants of every stay, over random walks")
struct StayInvariantTests {
    private static func walk(_ seed: UInt64, ticks: Bool = false, claims: Bool = false) throws -> EngineRun {
        var wander = try Wander(seed: seed)
        var run = try EngineRun(wander.fences)
        for number in 0..<600 {
            let fix = wander.next()
            run.ingest(fix, claims: claims ? wander.claims() : [])
            if ticks, number % 7 == 0 { run.tick(Ground.noon.seconds(to: fix.time)) }
        }
        return run
    }

    @Test(
        "exits have entries, times are in order, stays at one facility never overlap",
        .long,
        arguments: UInt64(1)...40
    )
    func invariants(seed: UInt64) throws {
        for (ticks, claims) in [(false, false), (true, false), (true, true)] {
            let run = try Self.walk(seed, ticks: ticks, claims: claims)
            var open: [FenceKey: StayID] = [:]
            var dwells: [StayID: Int] = [:]
            for change in run.changes {
                let stay = change.stay
                switch change {
                case .entered(_, let time):
                    #expect(open[stay.key] == nil, "seed \(seed): entered twice")
                    #expect(time >= stay.enteredAt, "seed \(seed)")
                    open[stay.key] = stay.id
                case .dwelled(_, let time):
                    #expect(open[stay.key] == stay.id, "seed \(seed): dwelled outside")
                    #expect(time == stay.enteredAt.advanced(bySeconds: Double(stay.thresholdSeconds)), "seed \(seed)")
                    dwells[stay.id, default: 0] += 1
                case .exited(_, let time):
                    #expect(open[stay.key] == stay.id, "seed \(seed): exited without an entry")
                    #expect(time == stay.exitedAt, "seed \(seed)")
                    open[stay.key] = nil
                case .grew:
                    #expect(open[stay.key] == stay.id, "seed \(seed): grew outside")
                }
            }
            #expect(dwells.values.allSatisfy { $0 == 1 }, "seed \(seed): dwelled twice")
            Self.checkTimes(run.stays, seed)
            #expect(Set(run.stays.map(\.id)).count == run.stays.count)
            #expect(Set(run.builder.open.map(\.id)) == Set(open.values))
        }
    }

    private static func checkTimes(_ stays: [Stay], _ seed: UInt64) {
        for stay in stays {
            let end = stay.exitedAt ?? stay.proof.lastAt
            #expect(stay.enteredAt <= stay.proof.firstAt && stay.proof.lastAt <= end, "seed \(seed): \(stay)")
            if let dwelledAt = stay.dwelledAt {
                #expect(stay.enteredAt <= dwelledAt && dwelledAt <= end, "seed \(seed): \(stay)")
            }
            #expect((stay.status == .open) == (stay.exitedAt == nil), "seed \(seed)")
            #expect((stay.evidence == .none) == (stay.dwelledAt == nil), "seed \(seed)")
        }
        for parts in Dictionary(grouping: stays, by: \.key).values {
            for (earlier, later) in zip(parts, parts.dropFirst()) {
                let end = earlier.exitedAt
                #expect(end.map { $0 <= later.enteredAt } ?? false, "seed \(seed): \(earlier) \(later)")
            }
        }
    }

    @Test("some walks do make visits, dwells, time gaps and merges")
    func walksAreNotEmpty() throws {
        let stays = try (UInt64(1)...40).flatMap { try Self.walk($0).stays }
        #expect(stays.count > 400)
        #expect(stays.count { $0.dwelledAt != nil } > 200)
        #expect(stays.count { $0.status == .timedOut } > 10)
        #expect(stays.count { $0.entries > 1 } > 3)
        #expect(stays.count { $0.evidence == .inferred } > 10)
    }

    @Test("the same fixes give the same outcome", arguments: UInt64(1)...10)
    func deterministic(seed: UInt64) throws {
        #expect(try Self.walk(seed) == Self.walk(seed), "seed \(seed)")
    }

    @Test("an evaluator restored from stored parts continues as if it had never stopped", arguments: UInt64(1)...10)
    func resumes(seed: UInt64) throws {
        var wander = try Wander(seed: seed)
        let catalog = FenceCatalog(wander.fences)
        let watched = WatchedFences(wander.fences.map(\.key), in: catalog)
        var (whole, parts) = (GeofenceEvaluator(), GeofenceEvaluator())
        for _ in 0..<300 {
            let fix = wander.next()
            let point = EarthPoint(fix.coordinate)
            var (expected, found): ([FenceTransition], [FenceTransition]) = ([], [])
            whole.observe(fix, at: point, watched: watched, catalog: catalog, policy: .standard) { expected.append($0) }
            parts = GeofenceEvaluator(
                tracks: parts.tracks.reversed(),
                lastUsable: parts.lastUsable,
                earlierUsable: parts.earlierUsable,
                cadence: parts.cadence
            )
            parts.observe(fix, at: point, watched: watched, catalog: catalog, policy: .standard) { found.append($0) }
            #expect(found == expected, "seed \(seed)")
        }
        #expect(parts == whole, "seed \(seed)")
    }
}
