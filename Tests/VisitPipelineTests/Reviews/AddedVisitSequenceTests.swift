import SQLiteStorage
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Additions over one another")
struct AddedVisitSequenceTests {
    private let scene: AddedVisitScene

    init() throws { scene = try AddedVisitScene() }

    @Test("undoing and repeating additions over one another gives what was before, in any order")
    func chains() throws {
        let own = try scene.own()
        let (first, second) = (try scene.replace(18...50), try scene.replace(18...55))
        let third = try scene.replace(18...60)
        #expect(try scene.counted() == [third])
        for (visit, expected) in [
            (third, [second]), (third, [third]), (third, [second]), (second, [first]), (first, [own.id]),
            (second, [second]), (third, [third]),
        ] {
            try scene.change(visit, .undo)
            #expect(try scene.counted() == expected, "\(visit)")
            try scene.check()
        }
        try scene.change(third, .set(decision: .declined, note: nil))
        try scene.change(second, .set(decision: .declined, note: nil))
        #expect(try scene.counted() == [own.id])
        #expect(try scene.stored(own.id) == own)
        try scene.check()
    }

    @Test("a visit that was kept stays kept, whatever is undone and arrives later")
    func keptForGood() throws {
        let own = try scene.own()
        let first = try scene.add(18...35, at: 0, overlap: .keep)
        let second = try scene.add(36...60, at: 0, overlap: .keep)
        for visit in [second, second, first, first] { try scene.change(visit.id, .undo) }
        #expect(try scene.counted() == [first.id, second.id, own.id].sorted())
        var late = try Journey()
        try late.stay(51...58, east: 0)
        try scene.world.ingest(late.fixes)
        #expect(try scene.counted() == [first.id, second.id, own.id].sorted())
        try scene.check()
    }

    @Test("where two additions share a stay, taking one back leaves the stay to the other")
    func sharedStay() throws {
        let own = try scene.own()
        let first = try scene.add(20...32, at: 0, overlap: .decline)
        let second = try scene.add(36...48, at: 0)
        #expect(try scene.counted() == [first.id, second.id].sorted())
        try scene.change(first.id, .undo)
        #expect(try scene.counted() == [second.id])
        #expect(try scene.stored(own.id).status == .declined)
        try scene.change(second.id, .undo)
        #expect(try scene.counted() == [own.id])
        try scene.check()
    }

    @Test("a person's own decline, taken back, gives no second visit of the stay")
    func ownDecline() throws {
        let own = try scene.own()
        try scene.change(own.id, .set(decision: .declined, note: "no"))
        let visit = try scene.add(20...50, at: 0)
        try scene.change(own.id, .clear)
        #expect(try scene.counted() == [visit.id])
        #expect(throws: StorageError(.conflict, "")) { try scene.change(own.id, .set(decision: .confirmed, note: nil)) }
        try scene.change(visit.id, .undo)
        #expect(try scene.counted() == [own.id])
        try scene.check()
    }

    @Test("the same stay can be added again only when nothing counts instead of it")
    func again() throws {
        let (first, second) = (try scene.add(200...260), try scene.add(230...290, overlap: .decline))
        #expect(throws: StorageError(.conflict, "")) { try scene.add(200...260, overlap: .decline) }
        try scene.change(second.id, .undo)
        #expect(try scene.counted() == [first.id, scene.own().id].sorted())
        // Back and forth between two facilities
        let own = try scene.own()
        let there = try scene.move(own.id, to: 1)
        #expect(throws: StorageError(.conflict, "")) { try scene.move(own.id, to: 1) }
        let back = try scene.move(there.id, to: 0)
        #expect(try scene.counted() == [first.id, back.id].sorted())
        try scene.change(there.id, .undo)
        #expect(try scene.counted() == [first.id, there.id].sorted())
        try scene.check()
    }
}
