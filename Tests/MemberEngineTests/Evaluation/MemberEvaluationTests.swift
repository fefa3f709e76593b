import DeviceEngine
import GeofenceEngine
import Interchange
import Testing
import TimelineTestSupport
import VisitModel

@testable import MemberEngine

@Suite("A member's evaluation without a store")
struct MemberEvaluationTests {
    private let places: [Facility]

    init() throws {
        places = try [SmallPlaces.place(0, eastMeters: 0), SmallPlaces.place(1, eastMeters: 800)]
    }

    @Test("a stay becomes a visit with its times")
    func visit() throws {
        var members = CarriedMembers(facilities: places)
        try members.ingest(Journey.visitOfFirstPlace().fixes)
        let visit = try #require(members.visits.first)
        #expect(members.visits.count == 1)
        #expect(visit.facility == places[0].id)
        #expect(visit.enteredAt == SmallPlaces.minute(10))
        #expect(visit.dwelledAt == SmallPlaces.minute(20))
        #expect(visit.isCounted)
    }

    @Test("the outcome counts events and refused fixes by reason")
    func summary() throws {
        var members = CarriedMembers(facilities: places)
        var fixes = try Journey.visitOfFirstPlace().fixes
        fixes[3].fix.time = Timestamp(milliseconds: 0)
        try members.ingest(fixes)
        #expect(members.summary.fixes == fixes.count)
        #expect(members.summary.rejections.values.reduce(0, +) == 1)
        #expect(members.summary.events["Entered"] == 1)
        #expect(members.summary.events["Exited"] == 1)
        #expect(members.summary.stored == fixes.count - 1)
    }

    @Test("fixes that were received before count as repeats and change nothing")
    func repeats() throws {
        var members = CarriedMembers(facilities: places)
        let fixes = try Journey.visitOfFirstPlace().fixes
        try members.ingest(fixes)
        let (before, states) = (members.visits, members.states)
        try members.ingest(fixes)
        #expect(members.summary.rejections[.exactRepeat] == fixes.count)
        #expect(members.visits == before)
        #expect(members.states == states)
    }

    @Test("a facility that is not on the member's list has no visit")
    func list() throws {
        let ann = try MemberID("ann")
        var members = CarriedMembers(facilities: places, lists: [ann: [places[1].id]])
        try members.ingest(Journey.visitOfFirstPlace().fixes)
        #expect(members.visits.isEmpty)
    }
}
