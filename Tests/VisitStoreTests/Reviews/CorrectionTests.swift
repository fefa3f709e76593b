import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The history of a visit's review")
struct CorrectionTests {
    private let scene: OutboxScene
    private var store: VisitStore { scene.store }

    init() throws {
        scene = try OutboxScene()
        try scene.write(scene.visit("v", ended: true, counted: true))
    }

    private func edit(
        _ change: VisitReview.Edit.Change,
        _ reviewer: String = "t1",
        at seconds: Double = 50,
        seen: VisitRevision? = nil
    ) -> VisitReview.Edit {
        VisitReview.Edit(
            change,
            reviewer: reviewer,
            reviewerName: reviewer == "t1" ? "Ada" : nil,
            at: .march(seconds),
            seen: seen
        )
    }

    private func history(_ id: String = "v") throws -> [VisitCorrection] {
        try #require(try store.visits.history(of: VisitID(id))).corrections
    }

    private func revision(_ id: String = "v") throws -> VisitRevision {
        try #require(try store.visits.history(of: VisitID(id))).revision
    }

    @Test("every change is kept with its author, time and note")
    func kept() throws {
        let id = try VisitID("v")
        #expect(try history().isEmpty)
        try store.visits.review(id, edit(.set(decision: .declined, note: "walked past"), at: 50))
        try store.visits.review(id, edit(.set(decision: nil, note: "asked her"), "t2", at: 60))
        try store.visits.review(id, edit(.set(decision: .confirmed, note: nil), at: 70))
        try store.visits.review(id, edit(.clear, "t2", at: 80))
        #expect(try history().map(\.action) == [.declined, .noted, .confirmed, .cleared])
        #expect(try history().map(\.author) == ["Ada", "t2", "Ada", "t2"])
        #expect(try history().map(\.note) == ["walked past", "asked her", "asked her", ""])
        #expect(try history().map(\.at) == [50, 60, 70, 80].map { .march($0) })
        #expect(try history().map { $0.before?.decision } == [nil, .declined, .declined, .confirmed])
        #expect(try history().first?.sentence == "Ada declined it: walked past")
        #expect(try store.visits.history(of: VisitID("none")) == nil)
    }

    @Test("undoing goes back one change with its author, and undoing that repeats the change")
    func undo() throws {
        let id = try VisitID("v")
        let engine = try #require(try store.visits.find(id))
        try store.visits.review(id, edit(.set(decision: .declined, note: "no"), at: 50))
        let again = try store.visits.review(id, edit(.undo, "t2", at: 60))
        #expect(again.visit == engine)
        #expect(again.review == nil)
        #expect(again.revision == (try revision()))
        let declined = try store.visits.review(id, edit(.undo, "t2", at: 70))
        #expect(declined.visit.status == .declined)
        #expect(declined.review == VisitReview(decision: .declined, note: "no", reviewer: "t1", at: .march(50)))
        try store.visits.review(id, edit(.set(decision: .confirmed, note: "yes"), at: 80))
        #expect(try store.visits.review(id, edit(.undo, at: 90)).visit.status == .declined)
        #expect(try history().map(\.action) == [.declined, .undone, .undone, .confirmed, .undone])
    }

    @Test("there is nothing to undo before the first change, and clearing nothing leaves no trace")
    func nothing() throws {
        let id = try VisitID("v")
        #expect(throws: StorageError(.conflict, "")) { try store.visits.review(id, edit(.undo)) }
        try store.visits.review(id, edit(.clear))
        #expect(try history().isEmpty)
    }

    @Test("a reviewer who saw an earlier state is refused with what changed, and nothing is written")
    func stale() throws {
        let id = try VisitID("v")
        let seen = try revision()
        try store.visits.review(id, edit(.set(decision: .declined, note: "walked past"), seen: seen))
        #expect(try revision() != seen)
        let change = VisitReview.Edit.Change.set(decision: .confirmed, note: nil)
        let error = #expect(throws: StorageError.self) { try store.visits.review(id, edit(change, "t2", seen: seen)) }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("Ada declined it: walked past") == true)
        #expect(try store.visits.find(id)?.status == .declined)
        #expect(try history().count == 1)
        try store.visits.review(id, edit(change, "t2", seen: try revision()))
        #expect(try store.visits.find(id)?.isCounted == true)
    }

    @Test("a visit that goes on keeps its revision, one that is decided otherwise does not")
    func revisions() throws {
        let seen = try revision()
        var visit = try #require(try store.visits.find(VisitID("v")))
        visit.exitedAt = visit.exitedAt?.advanced(bySeconds: 600)
        try scene.write(visit)
        #expect(try revision() == seen)
        visit.verdict = .unproven
        try scene.write(visit)
        #expect(try revision() != seen)
    }

    @Test(
        "a text that no revision has is none",
        arguments: [
            "", "abc", "abcdefghijklm", "ABCDEFGHIJKLM.1", "abcdefghijklmn.1", "abcdefghijkl-.1", "abcdefghijklm.-1",
            "abcdefghijklm.01", "abcdefghijklm.",
        ]
    )
    func texts(text: String) { #expect(VisitRevision(text) == nil) }

    @Test("the history goes with a confirmation to the visit that takes it over")
    func moves() throws {
        try store.visits.review(VisitID("v"), edit(.set(decision: .confirmed, note: "she was there")))
        var gone = try #require(try store.visits.find(VisitID("v")))
        (gone.status, gone.verdict) = (.withdrawn, .takenBack)
        try scene.write(gone, scene.visit("w", ended: true, counted: false))
        #expect(try history("w").map(\.sentence) == ["Ada confirmed it: she was there"])
        #expect(try history("v").isEmpty)
    }

    @Test("undoing a confirmation that a visit took over leaves the review that it had itself")
    func undoAfterMove() throws {
        for isNotedFirst in [true, false] {
            let (gone, heir) = ("x-\(isNotedFirst)", "y-\(isNotedFirst)")
            try scene.write(
                scene.visit(gone, ended: true, counted: true),
                scene.visit(heir, ended: true, counted: false)
            )
            let note = edit(.set(decision: nil, note: "ask her"), "t2")
            if isNotedFirst { try store.visits.review(VisitID(heir), note) }
            try store.visits.review(VisitID(gone), edit(.set(decision: .confirmed, note: "she was there")))
            if !isNotedFirst { try store.visits.review(VisitID(heir), note) }
            var withdrawn = try #require(try store.visits.find(VisitID(gone)))
            (withdrawn.status, withdrawn.verdict) = (.withdrawn, .takenBack)
            try scene.write(withdrawn, scene.visit(heir, ended: true, counted: false))
            #expect(try store.visits.reviews(of: [VisitID(heir)]).values.first?.decision == .confirmed)
            let undone = try store.visits.review(VisitID(heir), edit(.undo))
            #expect(undone.review?.note == "ask her")
            #expect(undone.review?.decision == nil)
            let again = try store.visits.review(VisitID(heir), edit(.undo))
            #expect(again.review?.decision == .confirmed)
        }
    }

    @Test("a visit that is declined because it lies within a declined one has that in its history, and can be undone")
    func declinedToo() throws {
        try store.visits.review(VisitID("v"), edit(.set(decision: .declined, note: "walked past")))
        try scene.write(scene.visit("w", ended: true, counted: true))
        #expect(try store.visits.find(VisitID("w"))?.status == .declined)
        #expect(try history("w").map(\.action) == [.declined])
        #expect(try store.visits.review(VisitID("w"), edit(.undo)).visit.isCounted)
    }

    @Test("a reviewer is told that fixes and not a person changed the visit, where that is so")
    func staleByFixes() throws {
        let id = try VisitID("v")
        try store.visits.review(id, edit(.set(decision: nil, note: "ask her")))
        let seen = try revision()
        var visit = try #require(try store.visits.find(id))
        visit.verdict = .unproven
        try scene.write(visit)
        let error = #expect(throws: StorageError.self) {
            try store.visits.review(id, edit(.set(decision: .confirmed, note: nil), seen: seen))
        }
        #expect(error?.message.contains("by later fixes") == true)
        #expect(error?.message.contains("ask her") == false)
    }

    @Test("an erased member's corrections are erased")
    func erased() throws {
        let id = try VisitID("v")
        let member = try #require(try store.visits.find(id)).member
        try store.visits.review(id, edit(.set(decision: nil, note: "a secret")))
        _ = try store.privacy.erase(member)
        var lines: [String] = []
        try store.logicalDump { lines.append($0) }
        #expect(!lines.contains { $0.hasPrefix("visit_correction") || $0.contains("a secret") })
    }
}
