import GeofenceEngine
import Interchange
import LongTests
import MemberEngine
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Late input")
struct LateInputTests {
    @Test("late input changes times and keeps names", arguments: [(10.0, 15.0), (36.0, 40.0), (20.0, 30.0)])
    func namesStay(from: Double, to: Double) throws {
        let world = try SmallWorld()
        var journey = try Journey.visitOfFirstPlace()
        let late = journey.cut(from...to)
        try world.ingest(journey.fixes)
        let (visit, events) = (try #require(try world.visits().first), try Self.emitted(in: world))
        let summary = try world.ingest(late)
        #expect(summary.late == late.count)
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.map(\.id) == [visit.id])
        #expect(visits.first?.enteredAt == SmallWorld.minute(10))
        #expect(visits.first?.exitedAt == SmallWorld.minute(40))
        #expect(try Self.emitted(in: world) == events)
        let inOrder = try SmallWorld()
        try inOrder.ingest(try Journey.visitOfFirstPlace().fixes)
        #expect(try world.facts() == inOrder.facts())
    }

    @Test("the observation time of an event stays too")
    func observedAtStays() throws {
        let world = try SmallWorld()
        var journey = try Journey.visitOfFirstPlace()
        let late = journey.cut(36...40)
        try world.ingest(journey.fixes)
        var ingest = try world.pipeline().ingest()
        _ = try ingest.apply(late, observedAt: SmallWorld.now.advanced(bySeconds: 3600))
        let observed = try world.events().filter { $0.kind.visit != nil }.map(\.observedAt)
        #expect(observed == Array(repeating: SmallWorld.now, count: 3))
    }

    @Test("a renamed stay keeps its name when more late input goes back to a state saved meanwhile")
    func namesStayAcrossSavedStates() throws {
        // The stay ends just before a state is saved (18:00), so that the state still includes it for a merge.
        let world = try SmallWorld()
        var journey = try Journey()
        try journey.stay(290...309, east: -500)
        try journey.stay(310...355, east: 5)
        try journey.stay(356...358, east: -200)
        try journey.stay(362...420, east: -200)
        let first = journey.cut(310...315)
        let second = journey.cut(390...392)
        try world.ingest(journey.fixes)
        let emitted = try #require(try world.visits().first).id
        try world.ingest(first)
        #expect(try world.visits().map(\.id) == [emitted])
        #expect(try world.visits().first?.enteredAt == SmallWorld.minute(310))
        try world.ingest(second)
        #expect(try world.visits(includesWithdrawn: true).map(\.id) == [emitted])
        try OrderTests.expectOneNameEach(in: world, "after the second late input")
    }

    @Test("a renamed stay that continues over a saved state keeps its name")
    func openNamesStayAcrossSavedStates() throws {
        let world = try SmallWorld()
        var journey = try Journey()
        try journey.stay(290...309, east: -500)
        try journey.stay(310...400, east: 5)
        try journey.stay(401...420, east: -500)
        let first = journey.cut(310...315)
        let second = journey.cut(390...392)
        try world.ingest(journey.fixes)
        let emitted = try #require(try world.visits().first).id
        let events = try Self.emitted(in: world)
        try world.ingest(first)
        try world.ingest(second)
        #expect(try world.visits(includesWithdrawn: true).map(\.id) == [emitted])
        #expect(try Self.emitted(in: world) == events)
    }

    @Test("a visit that did not take place is withdrawn, with an event")
    func neverWas() throws {
        // Two fixes an hour apart at a place look like a stay; late fixes show the phone elsewhere between them.
        let world = try SmallWorld()
        var journey = try Journey()
        try journey.stay(0...4, east: -3000)
        try journey.add(5, east: 0)
        try journey.add(65, east: 0)
        try journey.stay(66...80, east: -3000)
        try world.ingest(journey.fixes)
        let visit = try #require(try world.visits().first)
        #expect(visit.status == .closed)
        var late = try Journey()
        try late.stay(6...64, east: -3000)
        try world.ingest(late.fixes)
        #expect(try world.visits().isEmpty)
        let withdrawn = try world.visits(includesWithdrawn: true)
        #expect(withdrawn.map(\.id) == [visit.id])
        #expect(withdrawn.first?.status == .withdrawn)
        #expect(withdrawn.first?.verdict == .takenBack)
        #expect(withdrawn.first?.isCounted == false)
        #expect(try world.events().allSatisfy { $0.kind.visit == nil })
    }

    @Test("a withdrawn visit is restored under its name when later input confirms it")
    func comesBack() throws {
        let world = try SmallWorld()
        try world.ingest(try Journey.visitOfFirstPlace().fixes)
        let visit = try #require(try world.visits().first)
        try world.ingest(try Journey.visitOfFirstPlace().fixes)
        #expect(try world.visits().map(\.id) == [visit.id])
    }

    @Test("input from beyond the horizon is stored and counted, and changes no visit")
    func beyondHorizon() throws {
        let world = try SmallWorld()
        let old = try Journey.visitOfFirstPlace().fixes
        var journey = try Journey()
        try journey.stay(3000...3050, east: 800)
        try world.ingest(journey.fixes)
        let before = try world.dump(of: ["visit", "event", "stay"])
        let summary = try world.ingest(old)
        #expect(summary.stored == old.count)
        #expect(summary.late == 0)
        #expect(summary.rejections == [.beyondHorizon: old.count])
        #expect(try world.dump(of: ["visit", "event", "stay"]) == before)
        let device = try #require(try world.store.devices.all().first)
        #expect(device.fixCount == old.count + journey.fixes.count)

        let whole = try world.dump()
        let again = try world.ingest(old)
        #expect(again.stored == 0)
        #expect(again.rejections == [.exactRepeat: old.count])
        #expect(try world.dump() == whole)
    }

    @Test("input from beyond the horizon is left out of the reevaluation")
    func beyondHorizonStaysOut() throws {
        let (world, other) = (try SmallWorld(), try SmallWorld())
        let old = try Journey.visitOfFirstPlace().fixes
        var journey = try Journey()
        try journey.stay(3000...3050, east: 800)
        let late = journey.cut(3010...3012)
        try world.ingest(journey.fixes)
        try world.ingest(old)
        try world.ingest(late)
        try other.ingest(journey.fixes + late)
        #expect(try world.facts() == other.facts())
    }

    @Test(
        "a fix from the far future affects no other",
        .long,
        arguments: [0, 30, 60],
        [EvaluationPolicy.standard, .bare]
    )
    func farFuture(position: Int, policy: EvaluationPolicy) throws {
        let fixes = try Journey.visitOfFirstPlace().fixes
        var ahead = try Journey()
        try ahead.add(50_000, east: -500)
        var mixed = fixes
        mixed.insert(contentsOf: ahead.fixes, at: position)
        let expected = try SmallWorld()
        try expected.ingest(fixes, policy: policy)
        for batchSize in [1, 10, 1000] {
            let world = try SmallWorld()
            let summary = try world.ingest(mixed, batchSize: batchSize, policy: policy)
            let comment: Comment = "batches of \(batchSize)"
            #expect(summary.rejections[.beyondHorizon] == nil, comment)
            #expect(try world.facts() == expected.facts(), comment)
        }
    }

    @Test("a fix dated after it was received is dropped and counted")
    func future() throws {
        let world = try SmallWorld()
        let fixes = try Journey.visitOfFirstPlace().fixes
        var ahead = try Journey()
        try ahead.add(200_000, east: 0)
        let summary = try world.ingest(ahead.fixes + fixes, batchSize: 1)
        #expect(summary.rejections == [.clockInFuture: 1])
        #expect(summary.stored == fixes.count)
        #expect(try world.visits().count == 1)
    }

    /// The ids and kinds of the events of visits, in order.
    private static func emitted(in world: SmallWorld) throws -> [String] {
        try world.events().filter { $0.kind.visit != nil }.map { "\($0.id) \($0.kind)" }
    }
}
