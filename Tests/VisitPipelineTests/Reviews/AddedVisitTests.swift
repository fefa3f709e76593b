import GeofenceEngine
import SQLiteStorage
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Visits that a person adds or moves")
struct AddedVisitTests {
    private let scene: AddedVisitScene

    init() throws { scene = try AddedVisitScene() }

    @Test("an added visit counts, with the times and the month of the facility, without a phone")
    func added() throws {
        let visit = try scene.add(200...260)
        #expect(visit == (try scene.stored(visit.id)))
        #expect(visit.isCounted && visit.status == .closed && visit.evidence == .manual && visit.device == nil)
        #expect(visit.dwelledAt == visit.enteredAt.advanced(bySeconds: 600))
        #expect(visit.assessment == nil && visit.fixesInside == 0)
        #expect(try scene.history(visit.id).map(\.sentence) == ["Ada added it: she was there"])
        #expect(try scene.pipeline.details(of: visit.id)?.sentence == "Counted: a person added it (1 h 00 min)")
        #expect(try scene.counted().count == 2)
        try scene.check()
        // Adding it again is no second visit
        #expect(throws: StorageError(.conflict, "")) { try scene.add(200...260) }
    }

    @Test("undoing takes an added visit back, undoing that adds it again, and a person can decline it")
    func undone() throws {
        let visit = try scene.add(200...260)
        #expect(try scene.change(visit.id, .undo).status == .withdrawn)
        #expect(
            try scene.pipeline.details(of: visit.id)?.sentence == "Not counted: a person added it and took it back"
        )
        #expect(try scene.change(visit.id, .undo) == visit)
        #expect(try scene.change(visit.id, .set(decision: .declined, note: "no")).status == .declined)
        #expect(try scene.counted() == [scene.own().id])
        // The same stay added again is the same visit
        #expect(try scene.add(200...260).id == visit.id)
        #expect(try scene.history(visit.id).map(\.action) == [.added, .undone, .undone, .declined, .added])
        try scene.check()
    }

    @Test(
        "what no person can have seen is refused",
        arguments: [
            (200.0...205.0, 1, "dwell"), (1e9...1.0001e9, 1, "timestamp"), (200.0...260.0, 9, "unknown_name"),
        ]
    )
    func refused(minutes: ClosedRange<Double>, place: Int, code: String) throws {
        let before = try scene.world.dump()
        do {
            _ = try scene.add(minutes, at: place)
            Issue.record("nothing was refused")
        } catch let error as ValidationError {
            #expect(error.code.rawValue == code)
        } catch let error as StorageError {
            #expect(error.code.rawValue == code)
        }
        #expect(try scene.world.dump() == before)
        #expect(throws: ValidationError.self) { try scene.add(260...260) }
    }

    @Test("beside a counted visit nothing is added until the person chose, and then as chosen")
    func overlapping() throws {
        let own = try scene.own()
        #expect(throws: StorageError(.overlappingVisit, "")) { try scene.add(45...90) }
        #expect(try scene.world.visits().map(\.id) == [own.id])
        // Both count
        let kept = try scene.add(45...90, overlap: .keep)
        #expect(try scene.counted() == [kept.id, own.id].sorted())
        #expect(try scene.history(own.id).map(\.action) == [.kept])
        #expect(try scene.change(kept.id, .undo).isCounted == false)
        #expect(try scene.stored(own.id) == own)
        // Only the added one counts
        let replacing = try scene.add(44...90, overlap: .decline)
        #expect(try scene.counted() == [replacing.id])
        #expect(try scene.history(own.id).map(\.action) == [.kept, .replaced])
        #expect(throws: StorageError(.conflict, "")) { try scene.change(own.id, .set(decision: .confirmed, note: nil)) }
        #expect(throws: StorageError(.conflict, "")) { try scene.change(own.id, .clear) }
        #expect(throws: StorageError(.conflict, "")) { try scene.change(own.id, .undo) }
        #expect(try scene.change(own.id, .set(decision: nil, note: "asked")).status == .declined)
        try scene.check()
        #expect(try scene.change(replacing.id, .undo).isCounted == false)
        #expect(try scene.stored(own.id) == own)
        #expect(try scene.change(replacing.id, .undo).isCounted)
        #expect(try scene.counted() == [replacing.id])
        try scene.check()
    }

    @Test("a moved visit counts at the other facility alone, and undoing at either takes the move back")
    func moved() throws {
        let own = try scene.own()
        let other = try scene.move(own.id, to: 1)
        #expect(other.facility == (try SmallWorld.placeID(1)))
        #expect(other.enteredAt == own.enteredAt && other.exitedAt == own.exitedAt)
        #expect(try scene.counted() == [other.id])
        #expect(try scene.history(own.id).map(\.sentence) == ["Ada moved it to another facility"])
        #expect(try scene.history(other.id).map(\.sentence) == ["Ada moved it here: she was there"])
        #expect(try scene.history(other.id).map(\.linked) == [own.id])
        #expect(
            try scene.pipeline.details(of: own.id)?.sentence == "Not counted: a reviewer moved it to another facility"
        )
        try scene.check()
        for (first, second) in [(own.id, other.id), (other.id, own.id)] {
            try scene.change(first, .undo)
            #expect(try scene.counted() == [own.id])
            #expect(try scene.stored(own.id) == own)
            try scene.change(second, .undo)
            #expect(try scene.counted() == [other.id])
            try scene.check()
        }
        // And on to a third one
        let third = try scene.move(other.id, to: 2)
        #expect(try scene.counted() == [third.id])
        try scene.change(third.id, .undo)
        #expect(try scene.counted() == [other.id])
        try scene.check()
    }

    @Test("a stale, open, declined or unknown visit is not moved")
    func notMoved() throws {
        let own = try scene.own()
        let seen = try #require(try scene.world.store.visits.history(of: own.id)).revision
        #expect(throws: StorageError(.conflict, "")) { try scene.move(own.id, to: 0) }
        #expect(throws: StorageError(.unknownName, "")) { try scene.move(VisitID("none"), to: 1) }
        try scene.change(own.id, .set(decision: nil, note: "asked"))
        #expect(throws: StorageError(.conflict, "")) { try scene.move(own.id, to: 1, seen: seen) }
        try scene.change(own.id, .set(decision: .declined, note: nil))
        #expect(throws: StorageError(.conflict, "")) { try scene.move(own.id, to: 1) }
        #expect(try scene.counted().isEmpty)
    }

    @Test("what is chosen holds for the visits that were shown")
    func shown() throws {
        let own = try scene.own()
        let stay = try AddedStay(
            member: own.member,
            facility: SmallWorld.placeID(1),
            enteredAt: own.enteredAt,
            exitedAt: #require(own.exitedAt)
        )
        func addShowing(_ shown: Set<VisitID>) throws -> Visit {
            let request = AdditionRequest(
                .missed(stay),
                note: nil,
                overlap: .decline,
                shown: shown,
                reviewer: "t1",
                reviewerName: nil,
                at: SmallWorld.now
            )
            return try scene.pipeline.add(request, to: scene.world.store, recordedFor: nil).visit
        }
        #expect(throws: StorageError(.overlappingVisit, "")) { try addShowing([]) }
        #expect(try scene.counted() == [own.id])
        #expect(try scene.counted() == [own.id] && addShowing([own.id]).isCounted)
    }

    @Test("a note on a visit that an added one replaced stays")
    func note() throws {
        let own = try scene.own()
        let visit = try scene.add(20...50, at: 0, overlap: .decline)
        try scene.change(own.id, .set(decision: nil, note: "asked her"))
        #expect(try scene.world.store.visits.reviews(of: [own.id])[own.id]?.note == "asked her")
        try scene.change(visit.id, .undo)
        #expect(try scene.world.store.visits.reviews(of: [own.id])[own.id]?.note == "asked her")
        #expect(try scene.counted() == [own.id])
    }

    @Test("undoing at a moved visit takes the move back also after a note at the other facility")
    func moveAfterNote() throws {
        let own = try scene.own()
        let moved = try scene.move(own.id, to: 1)
        try scene.change(moved.id, .set(decision: nil, note: "asked her"))
        try scene.change(moved.id, .undo)
        try scene.change(own.id, .undo)
        #expect(try scene.counted() == [own.id])
        try scene.change(own.id, .undo)
        #expect(try scene.counted() == [moved.id])
    }

    @Test("an erasure takes added visits, what was chosen with them, and their histories")
    func erased() throws {
        let own = try scene.own()
        let visit = try scene.add(15...60, overlap: .decline)
        try scene.change(own.id, .set(decision: nil, note: "asked her"))
        _ = try scene.add(62...90, overlap: .keep)
        let tables: Set = ["visit", "visit_review", "visit_correction", "visit_choice", "visit_link"]
        #expect(
            try Set(scene.world.dump(of: tables).compactMap { $0.split(separator: "\t").first.map(String.init) })
                == tables
        )
        try scene.world.store.privacy.erase(visit.member)
        #expect(try scene.world.dump(of: tables).isEmpty)
        try scene.check()
    }
}
