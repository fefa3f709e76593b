import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Reviews of visits")
struct ReviewTests {
    private let scene: OutboxScene
    private var store: VisitStore { scene.store }

    init() throws { scene = try OutboxScene() }

    private func review(_ decision: VisitReview.Decision?, _ note: String = "") -> VisitReview.Edit {
        VisitReview.Edit(decision: decision, note: note, reviewer: "command line", at: .march(50))
    }

    private func stored(_ id: String) throws -> Visit { try #require(try store.visits.find(VisitID(id))) }

    private func withdrawn(_ visit: Visit) -> Visit {
        var visit = visit
        (visit.status, visit.verdict) = (.withdrawn, .takenBack)
        return visit
    }

    private func moved(_ visit: Visit, _ start: Double, _ end: Double) -> Visit {
        var visit = visit
        (visit.enteredAt, visit.exitedAt, visit.lastProofAt) = (.march(start), .march(end), .march(end))
        return visit
    }

    @Test("a review is effective at once, survives every rewrite, and can be cleared")
    func holds() throws {
        let id = try VisitID("v")
        let engine = try scene.visit("v", ended: true, counted: true)
        try scene.write(engine)
        let declined = try store.visits.review(id, review(.declined, "walked past")).visit
        #expect(declined.status == .declined)
        #expect(declined.verdict == .takenBack)
        #expect(try stored("v") == declined)
        #expect(try store.visits.counts(Month("2024-03"), by: []).reduce(0) { $0 + $1.visits } == 0)
        try scene.write(moved(engine, 5, 800))
        #expect(try stored("v").status == .declined)
        #expect(try stored("v").exitedAt == .march(800))
        try store.visits.review(id, review(.confirmed))
        #expect(try stored("v") == moved(engine, 5, 800))
        try store.visits.review(id, review(.declined))
        #expect(try store.visits.review(id, .clearing).visit == moved(engine, 5, 800))
        #expect(try stored("v") == moved(engine, 5, 800))
        #expect(try store.visits.reviews(of: [id]).isEmpty)
        #expect(try store.visits.review(id, .clearing).visit == moved(engine, 5, 800))
    }

    @Test("clearing a review restores the engine's latest verdict, not the one at the review")
    func undo() throws {
        let id = try VisitID("v")
        try scene.write(scene.visit("v"))
        try store.visits.review(id, review(.declined))
        let closed = try scene.visit("v", ended: true, counted: true)
        try scene.write(closed)
        #expect(try stored("v").status == .declined)
        #expect(try store.visits.review(id, .clearing).visit == closed)
    }

    @Test("reviews are returned as stored, only the last of a visit")
    func read() throws {
        let (a, b, c) = (try VisitID("a"), try VisitID("b"), try VisitID("c"))
        try scene.write(scene.visit("a"), scene.visit("b"), scene.visit("c"))
        try store.visits.review(a, review(nil, "ask her"))
        try store.visits.review(b, review(.declined, "first"))
        try store.visits.review(b, review(.confirmed, "second"))
        let reviews = try store.visits.reviews(of: [a, b, c, VisitID("none")])
        #expect(
            reviews == [a: review(nil, "ask her").applied(to: nil), b: review(.confirmed, "second").applied(to: nil)]
        )
        #expect(try store.visits.reviews(of: []).isEmpty)
        #expect(try stored("a") == scene.visit("a"))
        #expect(throws: StorageError(.unknownName, "")) { try store.visits.review(VisitID("none"), review(.declined)) }
        #expect(throws: StorageError(.unknownName, "")) { try store.visits.review(VisitID("none"), .clearing) }
    }

    @Test("a confirmed visit outlives its withdrawal, and is removed when the review is cleared")
    func kept() throws {
        let id = try VisitID("v")
        let open = try scene.visit("v")
        try scene.write(open)
        try store.visits.review(id, review(.confirmed))
        for _ in 0..<2 {
            try scene.write(withdrawn(stored("v")))
            let kept = try stored("v")
            #expect(kept.isCounted)
            #expect(kept.status == .timedOut)
            #expect(kept.exitedAt == open.lastProofAt)
        }
        #expect(try store.visits.review(id, .clearing).visit.status == .withdrawn)
        // A withdrawn visit can be confirmed too.
        #expect(try store.visits.review(id, review(.confirmed)).visit.isCounted)
    }

    @Test("a confirmation moves to the visit that replaced the withdrawn one in time", arguments: [true, false])
    func heir(isWrittenTogether: Bool) throws {
        let (old, new) = (moved(try scene.visit("old"), 0, 600), moved(try scene.visit("new"), 300, 1200))
        try scene.write(old)
        try store.visits.review(old.id, review(.confirmed, "she was there"))
        if isWrittenTogether {
            try scene.write(withdrawn(stored("old")), new)
        } else {
            try scene.write(new)
            try scene.write(withdrawn(stored("old")))
        }
        #expect(try stored("old").status == .withdrawn)
        #expect(try stored("new").isCounted)
        #expect(
            try store.visits.reviews(of: [old.id, new.id]) == [
                new.id: review(.confirmed, "she was there").applied(to: nil)
            ]
        )
        #expect(try store.visits.review(new.id, .clearing).visit == new)
    }

    @Test("of two confirmed visits that are merged, one is left, with both notes")
    func joined() throws {
        let (first, second) = (moved(try scene.visit("first"), 0, 600), moved(try scene.visit("second"), 700, 900))
        try scene.write(first, second)
        try store.visits.review(first.id, review(.confirmed, "came"))
        try store.visits.review(second.id, review(.confirmed, "went"))
        try scene.write(moved(first, 0, 900), withdrawn(stored("second")))
        #expect(try stored("first") == moved(first.counting, 0, 900))
        #expect(try stored("second").status == .withdrawn)
        let reviews = try store.visits.reviews(of: [first.id, second.id])
        #expect(reviews == [first.id: review(.confirmed, "came; went").applied(to: nil)])
        #expect(try store.visits.review(first.id, .clearing).visit == moved(first, 0, 900))
    }

    @Test("a visit elsewhere, at another time or declined inherits no review")
    func noHeir() throws {
        let old = moved(try scene.visit("old"), 0, 600)
        try scene.write(
            old,
            moved(try scene.visit("there", "b"), 0, 600),
            moved(try scene.visit("later"), 601, 900),
            moved(try scene.visit("not"), 100, 200)
        )
        try store.visits.review(old.id, review(.confirmed))
        try store.visits.review(VisitID("not"), review(.declined))
        try scene.write(withdrawn(stored("old")))
        #expect(try stored("old").isCounted)
        #expect(try store.visits.reviews(of: ["there", "later"].map { try VisitID($0) }).isEmpty)
    }

    @Test(
        "a new visit within a declined one is declined too, and only then",
        arguments: [
            ("a", 100.0, 500.0, true), ("a", 400, 700, true), ("a", 300, 900, false), ("a", 450, 900, false),
            ("a", 600, 600, true), ("b", 100, 500, false), ("a", 700, 900, false),
        ]
    )
    func notRevived(facility: String, start: Double, end: Double, isDeclined: Bool) throws {
        let old = moved(try scene.visit("old"), 0, 600)
        try scene.write(old)
        try store.visits.review(old.id, review(.declined))
        let new = moved(try scene.visit("new", facility, ended: true, counted: true), start, end)
        try scene.write(withdrawn(stored("old")), new)
        #expect(try stored("old").status == .declined)
        #expect((try stored("new").status == .declined) == isDeclined)
        #expect(try stored("new").isCounted != isDeclined)
        // A review of another visit does not affect the earlier ones.
        try store.visits.review(new.id, .clearing)
        try scene.write(new)
        #expect(try stored("new") == new)
    }

    @Test("listeners receive the change of a review, with the count after it")
    func emitted() throws {
        try scene.add("e")
        try scene.write(scene.visit("v", ended: true, counted: true), scene.visit("w", ended: true, counted: true))
        let before = try scene.states("e").count
        let composer = MessageComposer(
            changes: { published, after in
                if case .facts(let facts, _) = published, facts.verdict == after.verdict { return [] }
                return [VisitChange(.visitCorrected, at: nil, previous: [])]
            },
            areProvisional: { _, _, _ in true },
            body: OutboxScene.composer.body
        )
        let publishing = OutboxSettings(composer, at: .march(60))
        try store.visits.review(VisitID("v"), review(.declined), publishing: publishing)
        try store.visits.review(VisitID("v"), review(.declined, "again"), publishing: publishing)
        try store.visits.review(VisitID("w"), review(nil, "a note"), publishing: publishing)
        try store.visits.review(VisitID("v"), .clearing, publishing: publishing)
        #expect(try scene.states("e").count == before + 2)
        let states = try scene.states("e").map { $0.split(separator: " ")[0] }
        #expect(states.suffix(2) == ["v", "v"])
    }
}

extension Visit {
    /// A copy of the visit that counts.
    fileprivate var counting: Visit {
        var visit = self
        visit.verdict = .counted
        return visit
    }
}
