import GeofenceEngine
import Interchange
import Testing
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
        try world.take(fixes, batchSize: batchSize)
        let visits = try world.visits()
        #expect(visits.count == 1)
        let visit = try #require(visits.first)
        #expect(visit.device.text == "ann-1")
        #expect(visit.enteredAt == SmallWorld.minute(10))
        #expect(visit.exitedAt == SmallWorld.minute(50))
        #expect(visit.dwelledAt == SmallWorld.minute(20))
        #expect(visit.fixesInside == 31 + 36)
        #expect(Set(try world.events().compactMap(\.kind.visit)) == [visit.id])
        let month = visit.month
        #expect(try world.store.counts(month, by: .member).map(\.visits) == [1])
    }

    @Test("the second phone's whole track may come after the first one's", arguments: [false, true])
    func onePhoneAfterTheOther(swapped: Bool) throws {
        let world = try SmallWorld()
        let first = try Journey.visitOfFirstPlace("ann-1")
        var second = try Journey("ann-2", .android)
        try second.stay(0...14, east: -500)
        try second.stay(15...50, east: 10)
        try second.stay(51...60, east: -500)
        for fixes in swapped ? [second.fixes, first.fixes] : [first.fixes, second.fixes] { try world.take(fixes) }
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.count == 1)
        #expect(visits.first?.device.text == "ann-1")
        #expect(visits.first?.enteredAt == SmallWorld.minute(10))
        #expect(visits.first?.exitedAt == SmallWorld.minute(50))
        #expect(Set(try world.events().compactMap(\.kind.visit)) == Set(visits.map(\.id)))
    }

    @Test("two members at one place make two visits")
    func twoMembersTwoVisits() throws {
        let world = try SmallWorld()
        var bob = try Journey("bob-1", member: "bob")
        try bob.stay(10...40, east: 5)
        try world.take(try Journey.visitOfFirstPlace().fixes + bob.fixes)
        #expect(try world.visits().map(\.member.text).sorted() == ["ann", "bob"])
    }

    @Test("a member with a list never has another place registered or counted", arguments: [Platform.ios, .android])
    func listIsKept(platform: Platform) throws {
        let world = try SmallWorld(places: 40, apart: 350)
        let (list, other) = (try SmallWorld.placeID(3), try SmallWorld.placeID(0))
        _ = try world.store.importMembers { importer in
            _ = try importer.add(MemberRow(member: try MemberID("ann"), facility: list))
            _ = try importer.add(MemberRow(member: try MemberID("ann"), facility: try SmallWorld.placeID(30)))
        }
        var journey = try Journey("phone", platform)
        try journey.stay(0...30, east: 0)
        try journey.stay(31...60, east: 1050)
        try journey.stay(61...90, east: 350)
        try world.take(journey.fixes, batchSize: 20)
        let registered = try world.events().flatMap { event -> [FacilityID] in
            guard case .registered(let facilities) = event.kind else { return [] }
            return facilities
        }
        #expect(registered == [list, try SmallWorld.placeID(30)])
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.map(\.facility) == [list])
        #expect(try world.store.visits(VisitFilter(facility: other)).isEmpty)
    }

    @Test("an empty list registers nothing and counts nothing")
    func emptyListIsNothing() throws {
        let world = try SmallWorld()
        let (ann, place) = (try MemberID("ann"), try SmallWorld.placeID(0))
        try world.store.addFacility(place, to: ann)
        try world.store.removeFacility(place, from: ann)
        #expect(try world.store.member(ann)?.member.facilities == [])
        let summary = try world.take(try Journey.visitOfFirstPlace().fixes)
        #expect(summary.stored == 61)
        #expect(try world.events().isEmpty)
        #expect(try world.visits(includesWithdrawn: true).isEmpty)
    }
}
