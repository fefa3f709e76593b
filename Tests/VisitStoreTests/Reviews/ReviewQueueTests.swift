import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The queues of visits that wait for a person")
struct ReviewQueueTests {
    private let scene: OutboxScene
    private var store: VisitStore { scene.store }

    init() throws { scene = try OutboxScene() }

    private func add(
        _ id: String,
        _ verdict: Visit.Verdict,
        confidence: Double?,
        doubts: Visit.Doubts = [],
        ended: Bool = true
    ) throws {
        var visit = try scene.visit(id, ended: ended, counted: verdict == .counted)
        visit.verdict = verdict
        visit.doubts = doubts
        visit.assessment = confidence.map {
            Visit.Assessment(
                confidence: $0,
                provenSeconds: 60,
                bridgedSeconds: 0,
                enteredBetween: visit.enteredAt...visit.enteredAt,
                exitedBetween: nil
            )
        }
        try scene.write(visit)
    }

    private func ids(_ queue: ReviewQueue, after place: QueueCursor? = nil, limit: Int = 100) throws -> [String] {
        try store.visits.queue(queue, after: place, limit: limit).map(\.visit.id.text)
    }

    private func fill() throws {
        try add("low", .unproven, confidence: 0.2)
        try add("high", .unproven, confidence: 0.6)
        try add("also-high", .ambiguous, confidence: 0.6)
        try add("doubtful", .doubtful, confidence: 0.9, doubts: .mockLocation)
        try add("old", .unproven, confidence: nil)
        try add("open", .unproven, confidence: 0.5, ended: false)
        try add("counted", .counted, confidence: 0.99)
        try add("short", .tooShort, confidence: 0.1)
        try add("clock", .counted, confidence: 0.8, doubts: .clockBehind)
    }

    @Test("what has to be decided comes with the surest first, what counts with doubts apart from it")
    func order() throws {
        try fill()
        #expect(try ids(.decide) == ["doubtful", "also-high", "high", "low", "old"])
        #expect(try ids(.acknowledge) == ["clock"])
        #expect(try store.visits.count(.decide) == 5)
        #expect(try store.visits.count(.acknowledge) == 1)
        let other = try Month("2024-04")
        #expect(try store.visits.queue(.decide, month: other, limit: 9).isEmpty)
        #expect(try store.visits.count(.decide, month: other) == 0)
    }

    @Test("pages of any size are every visit once", arguments: 1...6)
    func pages(size: Int) throws {
        try fill()
        var found: [String] = []
        var place: QueueCursor?
        while true {
            let page = try store.visits.queue(.decide, after: place, limit: size)
            guard let last = page.last else { break }
            found += page.map(\.visit.id.text)
            place = QueueCursor(last.visit)
        }
        #expect(found == (try ids(.decide)))
    }

    @Test("a decision takes a visit from the queue, a note only from those to acknowledge, and undoing brings it back")
    func leaves() throws {
        try fill()
        func change(_ id: String, _ change: VisitReview.Edit.Change) throws {
            try store.visits.review(VisitID(id), VisitReview.Edit(change, reviewer: "r", at: .march(9)))
        }
        try change("high", .set(decision: nil, note: "asked"))
        #expect(try ids(.decide).contains("high"))
        try change("high", .set(decision: .confirmed, note: nil))
        try change("low", .set(decision: .declined, note: "no"))
        #expect(try ids(.decide) == ["doubtful", "also-high", "old"])
        try change("low", .undo)
        #expect(try ids(.decide) == ["doubtful", "also-high", "low", "old"])
        try change("clock", .set(decision: nil, note: "seen"))
        #expect(try ids(.acknowledge).isEmpty)
    }

    @Test("each visit comes with the revision that a review has to give")
    func revisions() throws {
        try fill()
        for queued in try store.visits.queue(.decide, limit: 9) {
            #expect(try store.visits.history(of: queued.visit.id)?.revision == queued.revision)
        }
    }

    @Test("the queues are found by their indices, not by reading all visits", arguments: ReviewQueue.allCases)
    func indices(queue: ReviewQueue) throws {
        let request = queue.request(month: nil, after: nil, limit: 100)
        let plan = try store.database.read { db in
            try PreparedStatement(db, "EXPLAIN QUERY PLAN \(request)" as SQL).all { $0.text(3) }
        }
        let index = queue == .decide ? "visit_undecided" : "visit_doubted"
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
