import GeofenceEngine
import Interchange
import MemberEngine
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Members and their phones")
struct MemberTests {
    @Test("two phones of a member make one visit", arguments: [1, 20, 1000])
    func twoPhonesOneVisit(batchSize: Int) throws {
        let world = try SmallWorld()
        let first = try Journey.visitOfFirstPlace("ann-1")
        var second = try Journey("ann-2", .android)
        try second.stay(0...14, east: -500)
        try second.stay(15...50, east: 10)
        try second.stay(51...60, east: -500)
        let fixes = (first.fixes + second.fixes).sorted { ($0.fix, $0.device) < ($1.fix, $1.device) }
        try world.ingest(fixes, batchSize: batchSize)
        let visits = try world.visits()
        #expect(visits.count == 1)
        let visit = try #require(visits.first)
        #expect(visit.device?.text == "ann-1")
        #expect(visit.enteredAt == SmallWorld.minute(10))
        #expect(visit.exitedAt == SmallWorld.minute(50))
        #expect(visit.dwelledAt == SmallWorld.minute(20))
        #expect(visit.fixesInside == 31 + 36)
        #expect(Set(try world.events().compactMap(\.kind.visit)) == [visit.id])
        let month = visit.month
        #expect(try world.store.visits.counts(month, by: .member).map(\.visits) == [1])
    }

    @Test("a phone all of whose fixes are refused is not created, whichever others lie between them")
    func refusedPhonesAreNotCreated() throws {
        let world = try SmallWorld()
        let fixes = try Journey.visitOfFirstPlace("ann-1").fixes
        var refused = try Journey.visitOfFirstPlace("bob-1").fixes
        for index in refused.indices { refused[index].fix.time = Timestamp(milliseconds: Int64(index) * 1000) }
        let summary = try world.ingest(zip(fixes, refused).flatMap { [$0, $1] })
        #expect(summary.devices.map(\.text) == ["ann-1"])
        #expect(summary.rejections == [.clockTooEarly: refused.count])
        #expect(summary.stored == fixes.count)
        #expect(try world.visits().compactMap(\.device?.text) == ["ann-1"])
        #expect(try world.store.devices.registered(DeviceID("bob-1")) == nil)
    }

    @Test("the second phone's whole track may come after the first one's", arguments: [false, true])
    func onePhoneAfterTheOther(swapped: Bool) throws {
        let world = try SmallWorld()
        let first = try Journey.visitOfFirstPlace("ann-1")
        var second = try Journey("ann-2", .android)
        try second.stay(0...14, east: -500)
        try second.stay(15...50, east: 10)
        try second.stay(51...60, east: -500)
        for fixes in swapped ? [second.fixes, first.fixes] : [first.fixes, second.fixes] { try world.ingest(fixes) }
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.count == 1)
        #expect(visits.first?.device?.text == "ann-1")
        #expect(visits.first?.enteredAt == SmallWorld.minute(10))
        #expect(visits.first?.exitedAt == SmallWorld.minute(50))
        #expect(Set(try world.events().compactMap(\.kind.visit)) == Set(visits.map(\.id)))
    }

    @Test("late input that merges two visits moves every emitted event to the remaining name")
    func twoVisitsBecomeOne() throws {
        let world = try SmallWorld()
        // A step out of the door; the late fixes show that the member came back.
        var first = try Journey("ann-1")
        try first.stay(0...9, east: -500)
        try first.stay(10...22, east: 5)
        try first.stay(25...29, east: -200)
        try first.stay(42...60, east: -500)
        var second = try Journey("ann-2", .android)
        try second.stay(0...29, east: -500)
        try second.stay(30...50, east: 10)
        try second.stay(51...60, east: -500)
        try world.ingest(first.fixes + second.fixes)
        #expect(try world.visits().count == 2)
        var late = try Journey("ann-1")
        try late.stay(30...40, east: 5)
        try world.ingest(late.fixes)
        let visits = try world.visits()
        #expect(visits.map(\.enteredAt) == [SmallWorld.minute(10)])
        #expect(visits.map(\.exitedAt) == [SmallWorld.minute(50)])
        #expect(try world.visits(includesWithdrawn: true).map(\.status.rawValue).sorted() == ["closed", "withdrawn"])
        try OrderTests.expectOneNameEach(in: world, "after the late input")
    }

    @Test("late input that splits a visit of two phones leaves its name with one part and gives the other its own")
    func oneVisitBecomesTwo() throws {
        let world = try SmallWorld()
        var first = try Journey("ann-1")
        try first.stay(0...9, east: -500)
        try first.stay(10...14, east: 5)
        try first.stay(31...31, east: 5)
        try first.stay(36...50, east: -500)
        var second = try Journey("ann-2", .android)
        try second.stay(0...29, east: -500)
        try second.stay(30...40, east: 10)
        try second.stay(41...50, east: -500)
        try world.ingest(first.fixes + second.fixes)
        let emitted = try #require(try world.visits().first)
        #expect(try world.visits().count == 1)
        var late = try Journey("ann-1")
        try late.stay(15...30, east: -500)
        try world.ingest(late.fixes)
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.map(\.enteredAt) == [SmallWorld.minute(10), SmallWorld.minute(30)])
        #expect(visits.map(\.exitedAt) == [SmallWorld.minute(14), SmallWorld.minute(40)])
        #expect(visits.map(\.device?.text) == ["ann-1", "ann-2"])
        #expect(visits.map(\.isCounted) == [false, true])
        #expect(visits.map(\.id).contains(emitted.id))
        try OrderTests.expectOneNameEach(in: world, "after the late input")
    }

    @Test("two members at one place make two visits")
    func twoMembersTwoVisits() throws {
        let world = try SmallWorld()
        var bob = try Journey("bob-1", member: "bob")
        try bob.stay(10...40, east: 5)
        try world.ingest(try Journey.visitOfFirstPlace().fixes + bob.fixes)
        #expect(try world.visits().map(\.member.text).sorted() == ["ann", "bob"])
    }

    @Test("a member with a list never has another place registered or counted", arguments: [Platform.ios, .android])
    func listIsKept(platform: Platform) throws {
        let world = try SmallWorld(places: 40, apart: 350)
        let (list, other) = (try SmallWorld.placeID(3), try SmallWorld.placeID(0))
        _ = try world.store.members.importRows { importer in
            _ = try importer.add(MemberRow(member: try MemberID("ann"), facility: list))
            _ = try importer.add(MemberRow(member: try MemberID("ann"), facility: try SmallWorld.placeID(30)))
        }
        var journey = try Journey("phone", platform)
        try journey.stay(0...30, east: 0)
        try journey.stay(31...60, east: 1050)
        try journey.stay(61...90, east: 350)
        try world.ingest(journey.fixes, batchSize: 20)
        let registered = try world.events().flatMap { event -> [FacilityID] in
            guard case .registered(let facilities) = event.kind else { return [] }
            return facilities
        }
        #expect(registered == [list, try SmallWorld.placeID(30)])
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.map(\.facility) == [list])
        #expect(try world.store.visits.all(matching: VisitFilter(facility: other)).isEmpty)
    }

    @Test("an empty list registers nothing and counts nothing")
    func emptyListIsNothing() throws {
        let world = try SmallWorld()
        let (ann, place) = (try MemberID("ann"), try SmallWorld.placeID(0))
        try world.store.members.addFacility(place, to: ann)
        try world.store.members.removeFacility(place, from: ann)
        #expect(try world.store.members.find(ann)?.member.facilities == [])
        let summary = try world.ingest(try Journey.visitOfFirstPlace().fixes)
        #expect(summary.stored == 61)
        #expect(try world.events().isEmpty)
        #expect(try world.visits(includesWithdrawn: true).isEmpty)
    }
}
