import GeofenceEngine
import LongTests
import SQLiteStorage
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Added visits under later input")
struct AddedVisitInputTests {
    private let scene: AddedVisitScene

    init() throws { scene = try AddedVisitScene() }

    @Test("fixes that arrive later give no second visit of an added stay, and one again when it is taken back")
    func covered() throws {
        let visit = try scene.add(200...260, at: 0)
        var late = try Journey()
        try late.stay(190...204, east: -3_000)
        try late.stay(205...255, east: 0)
        try late.stay(257...280, east: -3_000)
        for fixes in [late.cut(190...230), late.fixes] { try scene.world.ingest(fixes) }
        let (own, found) = (try scene.own(), try #require(try scene.world.visits().last { $0.evidence != .manual }))
        #expect(found.id != own.id)
        #expect(found.status == .declined)
        #expect(try scene.history(found.id).map(\.action) == [.covered])
        #expect(try scene.counted() == [own.id, visit.id].sorted())
        #expect(
            try scene.pipeline.details(of: found.id)?.sentence
                == "Not counted: a visit that a person added counts instead"
        )
        try scene.check()
        try scene.change(visit.id, .undo)
        #expect(try scene.counted() == [own.id, found.id].sorted())
        try scene.change(visit.id, .undo)
        #expect(try scene.counted() == [own.id, visit.id].sorted())
        try scene.check()
    }

    @Test("a visit that outgrows an added one at another facility counts beside it again")
    func outgrown() throws {
        let visit = try scene.add(200...240, at: 1)
        var late = try Journey()
        try late.stay(190...224, east: -3_000)
        try late.stay(225...275, east: 0)
        try late.stay(277...290, east: -3_000)
        try scene.world.ingest(late.cut(190...238))
        let found = try #require(try scene.world.visits().last { $0.evidence != .manual })
        #expect(found.status == .declined)
        try scene.world.ingest(late.fixes)
        #expect(try #require(try scene.stored(found.id).exitedAt) > SmallWorld.minute(260))
        #expect(try scene.stored(found.id).isCounted)
        #expect(try scene.history(found.id).map(\.action).first == .covered)
        #expect(try scene.counted().contains(visit.id))
        try scene.check()
    }

    @Test(
        "later input neither removes nor doubles added and moved visits, whatever is undone",
        .long,
        arguments: UInt64(1)...8
    )
    func standing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let world = try SmallWorld()
        var fixes = try Journey.random("ann-1", member: "ann", .ios, hours: 30, using: &random)
        fixes.shuffle(using: &random)
        var added: Set<VisitID> = []
        while !fixes.isEmpty {
            try world.ingest(Array(fixes.prefix(40)))
            fixes.removeFirst(min(40, fixes.count))
            let choice: VisitAddition.Overlap = Bool.random(using: &random) ? .decline : .keep
            for _ in 0..<2 {
                let start = Double.random(in: 0...1_700, using: &random)
                let length = Double.random(in: 12...120, using: &random)
                let place = Int.random(in: 0...2, using: &random)
                if let visit = try? scene.add(start...start + length, at: place, overlap: choice, to: world) {
                    added.insert(visit.id)
                }
            }
            if Int.random(in: 0..<3, using: &random) == 0, let one = added.sorted().randomElement(using: &random) {
                let edit = VisitReview.Edit(.undo, reviewer: "t2", at: SmallWorld.now)
                // Undoing may meet a visit that a person confirmed meanwhile.
                _ = try? world.store.visits.review(one, edit)
            }
            try expectStanding(world, "seed \(seed), \(fixes.count) to come")
        }
        #expect(added.count > 2, "seed \(seed)")
    }

    private func expectStanding(_ world: SmallWorld, _ comment: Comment) throws {
        #expect(try world.store.check().isEmpty, comment)
        let visits = try world.visits(includesWithdrawn: true)
        let reviews = try world.store.visits.reviews(of: visits.map(\.id))
        let kept = try world.dump(of: ["visit_choice"]).filter { $0.contains("kept") }
        for visit in visits where visit.evidence == .manual && reviews[visit.id]?.decision == .confirmed {
            #expect(visit.isCounted, "\(comment): \(visit)")
            for other in visits where other.id != visit.id && other.isCounted {
                let isChosen = kept.contains { $0.contains(visit.id.text) && $0.contains(other.id.text) }
                #expect(isChosen || !visit.isOfSameStay(as: other), "\(comment): \(visit) and \(other)")
            }
        }
    }
}
