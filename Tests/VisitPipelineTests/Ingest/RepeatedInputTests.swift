import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel

@testable import VisitPipeline

@Suite("Repeated input")
struct RepeatedInputTests {
    @Test("an exact repeat is dropped, in its batch and in a later one", arguments: [1, 7, 1000])
    func repeatsAreDropped(batchSize: Int) throws {
        let world = try SmallWorld()
        let fixes = try Journey.visitOfFirstPlace().fixes
        let doubled = fixes.flatMap { [$0, $0] }
        let first = try world.ingest(doubled, batchSize: batchSize)
        #expect(first.stored == fixes.count)
        #expect(first.rejections == [.exactRepeat: fixes.count])
        let before = try world.dump()
        let second = try world.ingest(Array(doubled.reversed()), batchSize: batchSize)
        #expect(second.stored == 0)
        #expect(second.late == 0)
        #expect(second.rejections == [.exactRepeat: doubled.count])
        #expect(try world.dump() == before)
        let visit = try #require(try world.visits().first)
        #expect(visit.fixesInside == 31)
        #expect(try world.visits().count == 1)
    }

    @Test("two different fixes of one time are two fixes")
    func equalTimesAreKept() throws {
        let world = try SmallWorld()
        var journey = try Journey()
        try journey.add(0, east: 0)
        try journey.add(0, east: 1)
        let summary = try world.ingest(journey.fixes)
        #expect(summary.stored == 2)
        #expect(summary.rejections.isEmpty)
    }

    @Test("a random track a second time changes nothing, whatever its order and batches", arguments: 0..<UInt64(4))
    func secondRunChangesNothing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let world = try SmallWorld()
        let fixes = try Journey.random(hours: 20, using: &random)
        try world.ingest(fixes, batchSize: 100)
        let before = try world.dump()
        #expect(try !world.visits().isEmpty, "seed \(seed)")
        let again = try world.ingest(fixes.shuffled(using: &random), batchSize: 37)
        #expect(again.stored == 0, "seed \(seed)")
        #expect(try world.dump() == before, "seed \(seed)")
    }
}
