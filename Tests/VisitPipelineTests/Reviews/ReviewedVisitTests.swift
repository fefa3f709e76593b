import Interchange
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Reviewed visits under later input")
struct ReviewedVisitTests {
    private func review(_ decision: VisitReview.Decision?) -> VisitReview.Edit {
        VisitReview.Edit(decision: decision, note: "n", reviewer: "test", at: SmallWorld.now)
    }

    @Test(
        "a second run over confirmed, declined and withdrawn visits doubles and revives nothing",
        arguments: UInt64(1)...3
    )
    func secondRun(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random(hours: 30, using: &random)
        let world = try SmallWorld()
        try world.ingest(fixes.shuffled(using: &random), batchSize: 60)
        for visit in try world.visits(includesWithdrawn: true) {
            let decision = [VisitReview.Decision.confirmed, .declined, nil][Int.random(in: 0...2, using: &random)]
            if visit.status != .withdrawn { try world.store.visits.review(visit.id, review(decision)) }
        }
        let before = try world.dump(of: ["visit", "stay", "event", "visit_review"])
        for batchSize in [1000, 45] {
            try world.ingest(fixes.shuffled(using: &random), batchSize: batchSize)
            expectSame(try world.dump(of: ["visit", "stay", "event", "visit_review"]), before, "seed \(seed)")
        }
    }

    @Test("reviews hold under late input, and no hour at a place counts twice", .long, arguments: UInt64(1)...8)
    func standing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var fixes = try Journey.random("ann-1", member: "ann", .ios, hours: 30, using: &random)
        if seed % 2 == 0 { fixes += try Journey.random("ann-2", member: "ann", .android, hours: 30, using: &random) }
        fixes.shuffle(using: &random)
        let world = try SmallWorld()
        var decided: [VisitID: Visit] = [:]
        while !fixes.isEmpty {
            try world.ingest(Array(fixes.prefix(40)))
            fixes.removeFirst(min(40, fixes.count))
            for visit in try world.visits() where Int.random(in: 0..<6, using: &random) == 0 {
                guard try world.store.visits.reviews(of: [visit.id]).isEmpty else { continue }
                let decision = Bool.random(using: &random) ? VisitReview.Decision.confirmed : .declined
                decided[visit.id] = try world.store.visits.review(visit.id, review(decision)).visit
            }
            try expectStanding(decided, in: world, "seed \(seed), \(fixes.count) to come")
        }
        #expect(decided.count > 3, "seed \(seed)")
        #expect(Set(decided.values.map(\.isCounted)).count == 2, "seed \(seed): both kinds were decided")
    }

    private func expectStanding(_ decided: [VisitID: Visit], in world: SmallWorld, _ comment: Comment) throws {
        let visits = try world.visits(includesWithdrawn: true)
        let reviews = try world.store.visits.reviews(of: visits.map(\.id))
        for visit in visits {
            switch reviews[visit.id]?.decision {
            case .confirmed: #expect(visit.isCounted && !visit.isTakenBack, "\(comment): \(visit)")
            case .declined: #expect(!visit.isCounted && visit.status == .declined, "\(comment): \(visit)")
            case nil:
                // Its decision was transferred to the visit that took over its time; it may come back in the remaining
                // time.
                guard let before = decided[visit.id] else { continue }
                let hasHeir = visits.contains { heir in
                    reviews[heir.id]?.decision == .confirmed && heir.facility == before.facility
                        && heir.enteredAt < before.end && before.enteredAt < heir.end
                }
                #expect(before.isCounted && (visit.status == .withdrawn || hasHeir), "\(comment): \(visit)")
            }
        }
        let counted = visits.filter(\.isCounted)
        for (index, visit) in counted.enumerated() {
            for other in counted[(index + 1)...] where other.facility == visit.facility {
                let doubled = visit.enteredAt < other.end && other.enteredAt < visit.end
                #expect(!doubled, "\(comment): \(visit) and \(other)")
            }
        }
    }

    @Test("a confirmed visit that late input would withdraw stays, once")
    func withdrawn() throws {
        let world = try SmallWorld()
        var journey = try Journey()
        try journey.stay(0...4, east: -3000)
        try journey.add(5, east: 0)
        try journey.add(65, east: 0)
        try journey.stay(66...80, east: -3000)
        try world.ingest(journey.fixes)
        let visit = try #require(try world.visits().first)
        try world.store.visits.review(visit.id, review(.confirmed))
        var late = try Journey()
        try late.stay(6...64, east: -3000)
        try world.ingest(late.fixes)
        let kept = try #require(try world.visits().first)
        #expect(kept.id == visit.id)
        #expect(kept.isCounted)
        #expect(kept.exitedAt == visit.exitedAt)
        #expect(
            try world.store.visits.review(visit.id, VisitReview.Edit(.clear, reviewer: "test", at: SmallWorld.now))
                .visit.status == .withdrawn
        )
        #expect(try world.visits().isEmpty)
    }
}
