import GeofenceEngine
import LongTests
import SQLiteStorage
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Visits that a person adds or moves")
struct AddedVisitTests {
    private let world: SmallWorld
    private let pipeline: VisitPipeline

    init() throws {
        world = try SmallWorld()
        var journey = try Journey()
        try journey.stay(0...10, east: -3_000)
        try journey.stay(20...50, east: 0)
        try journey.stay(60...100, east: -3_000)
        try world.ingest(journey.fixes)
        pipeline = try world.pipeline()
    }

    private func add(
        _ minutes: ClosedRange<Double>,
        at place: Int = 1,
        overlap: VisitAddition.Overlap? = nil,
        to world: SmallWorld? = nil
    ) throws -> Visit {
        let stay = try AddedStay(
            member: MemberID("ann"),
            facility: SmallWorld.placeID(place),
            enteredAt: SmallWorld.minute(minutes.lowerBound),
            exitedAt: SmallWorld.minute(minutes.upperBound)
        )
        return try request(.missed(stay), overlap: overlap, to: world).visit
    }

    private func move(
        _ visit: VisitID,
        to place: Int,
        overlap: VisitAddition.Overlap? = nil,
        seen: VisitRevision? = nil
    ) throws -> Visit {
        try request(.moved(visit, to: SmallWorld.placeID(place)), overlap: overlap, seen: seen).visit
    }

    private func request(
        _ subject: AdditionRequest.Subject,
        overlap: VisitAddition.Overlap? = nil,
        seen: VisitRevision? = nil,
        to other: SmallWorld? = nil
    ) throws -> ReviewedVisit {
        let request = AdditionRequest(
            subject,
            note: "she was there",
            overlap: overlap,
            reviewer: "t1",
            reviewerName: "Ada",
            at: SmallWorld.now,
            seen: seen
        )
        let pipeline = try other?.pipeline() ?? pipeline
        return try pipeline.add(request, to: pipeline.store, recordedFor: nil)
    }

    @discardableResult
    private func change(_ visit: VisitID, _ change: VisitReview.Edit.Change) throws -> Visit {
        let edit = VisitReview.Edit(change, reviewer: "t2", at: SmallWorld.now)
        return try world.store.visits.review(visit, edit, publishing: OutboxSettings(.standard, at: SmallWorld.now))
            .visit
    }

    private func stored(_ id: VisitID) throws -> Visit { try #require(try world.store.visits.find(id)) }

    private func history(_ id: VisitID) throws -> [VisitCorrection] {
        try #require(try world.store.visits.history(of: id)).corrections
    }

    /// The visit of the first place, from minute 20 to about 50.
    private func own() throws -> Visit {
        try #require(try world.visits(includesWithdrawn: true).first { $0.evidence != .manual })
    }

    private func counted() throws -> [VisitID] { try world.visits().filter(\.isCounted).map(\.id).sorted() }

    private func check() throws {
        #expect(try world.store.check().isEmpty)
    }

    @Test("an added visit counts, with the times and the month of the facility, without a phone")
    func added() throws {
        let visit = try add(200...260)
        #expect(visit == (try stored(visit.id)))
        #expect(visit.isCounted && visit.status == .closed && visit.evidence == .manual && visit.device == nil)
        #expect(visit.dwelledAt == visit.enteredAt.advanced(bySeconds: 600))
        #expect(visit.assessment == nil && visit.fixesInside == 0)
        #expect(try history(visit.id).map(\.sentence) == ["Ada added it: she was there"])
        #expect(try pipeline.details(of: visit.id)?.sentence == "Counted: a person added it (1 h 00 min)")
        #expect(try counted().count == 2)
        try check()
        // Adding it again is no second visit
        #expect(throws: StorageError(.conflict, "")) { try add(200...260) }
    }

    @Test("undoing takes an added visit back, undoing that adds it again, and a person can decline it")
    func undone() throws {
        let visit = try add(200...260)
        #expect(try change(visit.id, .undo).status == .withdrawn)
        #expect(
            try pipeline.details(of: visit.id)?.sentence == "Not counted: a person added it and took it back"
        )
        #expect(try change(visit.id, .undo) == visit)
        #expect(try change(visit.id, .set(decision: .declined, note: "no")).status == .declined)
        #expect(try counted() == [own().id])
        // The same stay added again is the same visit
        #expect(try add(200...260).id == visit.id)
        #expect(try history(visit.id).map(\.action) == [.added, .undone, .undone, .declined, .added])
        try check()
    }

    @Test(
        "what no person can have seen is refused",
        arguments: [
            (200.0...205.0, 1, "dwell"), (1e9...1.0001e9, 1, "timestamp"), (200.0...260.0, 9, "unknown_name"),
        ]
    )
    func refused(minutes: ClosedRange<Double>, place: Int, code: String) throws {
        let before = try world.dump()
        do {
            _ = try add(minutes, at: place)
            Issue.record("nothing was refused")
        } catch let error as ValidationError {
            #expect(error.code.rawValue == code)
        } catch let error as StorageError {
            #expect(error.code.rawValue == code)
        }
        #expect(try world.dump() == before)
        #expect(throws: ValidationError.self) { try add(260...260) }
    }

    @Test("beside a counted visit nothing is added until the person chose, and then as chosen")
    func overlapping() throws {
        let own = try own()
        #expect(throws: StorageError(.overlappingVisit, "")) { try add(45...90) }
        #expect(try world.visits().map(\.id) == [own.id])
        // Both count
        let kept = try add(45...90, overlap: .keep)
        #expect(try counted() == [kept.id, own.id].sorted())
        #expect(try history(own.id).map(\.action) == [.kept])
        #expect(try change(kept.id, .undo).isCounted == false)
        #expect(try stored(own.id) == own)
        // Only the added one counts
        let replacing = try add(44...90, overlap: .decline)
        #expect(try counted() == [replacing.id])
        #expect(try history(own.id).map(\.action) == [.kept, .replaced])
        #expect(throws: StorageError(.conflict, "")) { try change(own.id, .set(decision: .confirmed, note: nil)) }
        #expect(throws: StorageError(.conflict, "")) { try change(own.id, .clear) }
        #expect(throws: StorageError(.conflict, "")) { try change(own.id, .undo) }
        #expect(try change(own.id, .set(decision: nil, note: "asked")).status == .declined)
        try check()
        #expect(try change(replacing.id, .undo).isCounted == false)
        #expect(try stored(own.id) == own)
        #expect(try change(replacing.id, .undo).isCounted)
        #expect(try counted() == [replacing.id])
        try check()
    }

    @Test("a moved visit counts at the other facility alone, and undoing at either takes the move back")
    func moved() throws {
        let own = try own()
        let other = try move(own.id, to: 1)
        #expect(other.facility == (try SmallWorld.placeID(1)))
        #expect(other.enteredAt == own.enteredAt && other.exitedAt == own.exitedAt)
        #expect(try counted() == [other.id])
        #expect(try history(own.id).map(\.sentence) == ["Ada moved it to another facility"])
        #expect(try history(other.id).map(\.sentence) == ["Ada moved it here: she was there"])
        #expect(try history(other.id).map(\.linked) == [own.id])
        #expect(
            try pipeline.details(of: own.id)?.sentence == "Not counted: a reviewer moved it to another facility"
        )
        try check()
        for (first, second) in [(own.id, other.id), (other.id, own.id)] {
            try change(first, .undo)
            #expect(try counted() == [own.id])
            #expect(try stored(own.id) == own)
            try change(second, .undo)
            #expect(try counted() == [other.id])
            try check()
        }
        // And on to a third one
        let third = try move(other.id, to: 2)
        #expect(try counted() == [third.id])
        try change(third.id, .undo)
        #expect(try counted() == [other.id])
        try check()
    }

    @Test("a stale, open, declined or unknown visit is not moved")
    func notMoved() throws {
        let own = try own()
        let seen = try #require(try world.store.visits.history(of: own.id)).revision
        #expect(throws: StorageError(.conflict, "")) { try move(own.id, to: 0) }
        #expect(throws: StorageError(.unknownName, "")) { try move(VisitID("none"), to: 1) }
        try change(own.id, .set(decision: nil, note: "asked"))
        #expect(throws: StorageError(.conflict, "")) { try move(own.id, to: 1, seen: seen) }
        try change(own.id, .set(decision: .declined, note: nil))
        #expect(throws: StorageError(.conflict, "")) { try move(own.id, to: 1) }
        #expect(try counted().isEmpty)
    }

    @Test("fixes that arrive later give no second visit of an added stay, and one again when it is taken back")
    func covered() throws {
        let visit = try add(200...260, at: 0)
        var late = try Journey()
        try late.stay(190...204, east: -3_000)
        try late.stay(205...255, east: 0)
        try late.stay(257...280, east: -3_000)
        for fixes in [late.cut(190...230), late.fixes] { try world.ingest(fixes) }
        let (own, found) = (try own(), try #require(try world.visits().last { $0.evidence != .manual }))
        #expect(found.id != own.id)
        #expect(found.status == .declined)
        #expect(try history(found.id).map(\.action) == [.covered])
        #expect(try counted() == [own.id, visit.id].sorted())
        #expect(
            try pipeline.details(of: found.id)?.sentence
                == "Not counted: a visit that a person added counts instead"
        )
        try check()
        try change(visit.id, .undo)
        #expect(try counted() == [own.id, found.id].sorted())
        try change(visit.id, .undo)
        #expect(try counted() == [own.id, visit.id].sorted())
        try check()
    }

    @Test("a visit that outgrows an added one at another facility counts beside it again")
    func outgrown() throws {
        let visit = try add(200...240, at: 1)
        var late = try Journey()
        try late.stay(190...224, east: -3_000)
        try late.stay(225...275, east: 0)
        try late.stay(277...290, east: -3_000)
        try world.ingest(late.cut(190...238))
        let found = try #require(try world.visits().last { $0.evidence != .manual })
        #expect(found.status == .declined)
        try world.ingest(late.fixes)
        #expect(try #require(try stored(found.id).exitedAt) > SmallWorld.minute(260))
        #expect(try stored(found.id).isCounted)
        #expect(try history(found.id).map(\.action).first == .covered)
        #expect(try counted().contains(visit.id))
        try check()
    }

    private func confirmedTwin(_ minutes: ClosedRange<Double>, at place: Int = 0) throws -> VisitID {
        try add(minutes, at: place, overlap: .decline).id
    }

    @Test("undoing and repeating additions over one another gives what was before, in any order")
    func chains() throws {
        let own = try own()
        let (first, second) = (try confirmedTwin(18...50), try confirmedTwin(18...55))
        let third = try confirmedTwin(18...60)
        #expect(try counted() == [third])
        for (visit, expected) in [
            (third, [second]), (third, [third]), (third, [second]), (second, [first]), (first, [own.id]),
            (second, [second]), (third, [third]),
        ] {
            try change(visit, .undo)
            #expect(try counted() == expected, "\(visit)")
            try check()
        }
        try change(third, .set(decision: .declined, note: nil))
        try change(second, .set(decision: .declined, note: nil))
        #expect(try counted() == [own.id])
        #expect(try stored(own.id) == own)
        try check()
    }

    @Test("a visit that was kept stays kept, whatever is undone and arrives later")
    func keptForGood() throws {
        let own = try own()
        let first = try add(18...35, at: 0, overlap: .keep)
        let second = try add(36...60, at: 0, overlap: .keep)
        for visit in [second, second, first, first] { try change(visit.id, .undo) }
        #expect(try counted() == [first.id, second.id, own.id].sorted())
        var late = try Journey()
        try late.stay(51...58, east: 0)
        try world.ingest(late.fixes)
        #expect(try counted() == [first.id, second.id, own.id].sorted())
        try check()
    }

    @Test("where two additions share a stay, taking one back leaves the stay to the other")
    func sharedStay() throws {
        let own = try own()
        let first = try add(20...32, at: 0, overlap: .decline)
        let second = try add(36...48, at: 0)
        #expect(try counted() == [first.id, second.id].sorted())
        try change(first.id, .undo)
        #expect(try counted() == [second.id])
        #expect(try stored(own.id).status == .declined)
        try change(second.id, .undo)
        #expect(try counted() == [own.id])
        try check()
    }

    @Test("a person's own decline, taken back, gives no second visit of the stay")
    func ownDecline() throws {
        let own = try own()
        try change(own.id, .set(decision: .declined, note: "no"))
        let visit = try add(20...50, at: 0)
        try change(own.id, .clear)
        #expect(try counted() == [visit.id])
        #expect(throws: StorageError(.conflict, "")) { try change(own.id, .set(decision: .confirmed, note: nil)) }
        try change(visit.id, .undo)
        #expect(try counted() == [own.id])
        try check()
    }

    @Test("the same stay can be added again only when nothing counts instead of it")
    func again() throws {
        let (first, second) = (try add(200...260), try add(230...290, overlap: .decline))
        #expect(throws: StorageError(.conflict, "")) { try add(200...260, overlap: .decline) }
        try change(second.id, .undo)
        #expect(try counted() == [first.id, own().id].sorted())
        // Back and forth between two facilities
        let own = try own()
        let there = try move(own.id, to: 1)
        #expect(throws: StorageError(.conflict, "")) { try move(own.id, to: 1) }
        let back = try move(there.id, to: 0)
        #expect(try counted() == [first.id, back.id].sorted())
        try change(there.id, .undo)
        #expect(try counted() == [first.id, there.id].sorted())
        try check()
    }

    @Test("what is chosen holds for the visits that were shown")
    func shown() throws {
        let own = try own()
        let stay = try AddedStay(
            member: own.member,
            facility: SmallWorld.placeID(1),
            enteredAt: own.enteredAt,
            exitedAt: #require(own.exitedAt)
        )
        func add(_ shown: Set<VisitID>) throws -> Visit {
            let request = AdditionRequest(
                .missed(stay),
                note: nil,
                overlap: .decline,
                shown: shown,
                reviewer: "t1",
                reviewerName: nil,
                at: SmallWorld.now
            )
            return try pipeline.add(request, to: world.store, recordedFor: nil).visit
        }
        #expect(throws: StorageError(.overlappingVisit, "")) { try add([]) }
        #expect(try counted() == [own.id])
        #expect(try counted() == [own.id] && add([own.id]).isCounted)
    }

    @Test("a note on a visit that an added one replaced stays")
    func note() throws {
        let own = try own()
        let visit = try add(20...50, at: 0, overlap: .decline)
        try change(own.id, .set(decision: nil, note: "asked her"))
        #expect(try world.store.visits.reviews(of: [own.id])[own.id]?.note == "asked her")
        try change(visit.id, .undo)
        #expect(try world.store.visits.reviews(of: [own.id])[own.id]?.note == "asked her")
        #expect(try counted() == [own.id])
    }

    @Test("undoing at a moved visit takes the move back also after a note at the other facility")
    func moveAfterNote() throws {
        let own = try own()
        let moved = try move(own.id, to: 1)
        try change(moved.id, .set(decision: nil, note: "asked her"))
        try change(moved.id, .undo)
        try change(own.id, .undo)
        #expect(try counted() == [own.id])
        try change(own.id, .undo)
        #expect(try counted() == [moved.id])
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
                if let visit = try? add(start...start + length, at: place, overlap: choice, to: world) {
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
