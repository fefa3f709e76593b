import GeofenceEngine
import LongTests
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Why a visit was or was not counted")
struct VisitDetailsTests {
    private static func world(_ fill: (inout Journey) throws -> Void) throws -> SmallWorld {
        let world = try SmallWorld()
        var journey = try Journey()
        try fill(&journey)
        try world.ingest(journey.fixes)
        return world
    }

    private static func details(_ world: SmallWorld, _ visit: Visit) throws -> VisitDetails {
        try #require(try world.pipeline().details(of: visit.id))
    }

    @Test("a visit comes with its fence, its fixes and those around it, and where the phone was")
    func visit() throws {
        let world = try Self.world { journey in
            try journey.stay(0...20, east: -3_000)
            try journey.stay(30...34, east: 0)
            try journey.stay(44...60, east: -3_000)
        }
        let visit = try #require(try world.visits().first)
        let details = try Self.details(world, visit)
        #expect(details.facility.id == visit.facility)
        #expect(details.exitBufferMeters == 20)
        let fixes = try #require(details.phones.first).fixes
        #expect(details.phones.count == 1)
        #expect(fixes.count { $0.side == .inside } == visit.fixesInside)
        #expect(fixes.contains { $0.side == .outside && $0.fix.time < visit.enteredAt })
        #expect(fixes.contains { $0.side == .outside && $0.fix.time > visit.lastProofAt })
        #expect(details.sentence.hasPrefix("Not counted: "))
        #expect(details.sentence.contains("10 min needed"))
        #expect(details.sentence.contains("away"))
        #expect(try world.pipeline().details(of: VisitID("none")) == nil)
    }

    @Test("the time that the picture proves is that of the visit's confidence", .long, arguments: UInt64(1)...12)
    func proven(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Far enough apart that none decides about another.
        let world = try SmallWorld(places: 3, apart: 2_000)
        try world.ingest(try Journey.random(hours: 40, using: &random))
        var compared = 0
        for visit in try world.visits() {
            guard let assessment = visit.assessment, visit.status == .closed else { continue }
            let details = try Self.details(world, visit)
            // The window may show another visit too.
            let spans = details.phones.flatMap(\.spans).filter { span in
                span.kind == .proven && span.start >= visit.enteredAt && span.end <= visit.lastProofAt
            }
            let seconds = spans.reduce(0) { $0 + $1.start.seconds(to: $1.end) }
            #expect(abs(seconds - Double(assessment.provenSeconds)) <= 1, "seed \(seed): \(visit)")
            compared += 1
        }
        #expect(compared > 0, "seed \(seed)")
    }

    @Test("two phones of one visit are both shown, each with its own fixes")
    func twoPhones() throws {
        let world = try SmallWorld()
        for device in ["ann-1", "ann-2"] {
            var journey = try Journey(device, member: "ann", .ios)
            try journey.stay(0...10, east: -3_000)
            try journey.stay(20...50, east: 0)
            try journey.stay(60...70, east: -3_000)
            try world.ingest(journey.fixes)
        }
        let visit = try #require(try world.visits().first)
        let phones = try Self.details(world, visit).phones
        #expect(phones.map(\.device.text) == ["ann-1", "ann-2"])
        #expect(phones.allSatisfy { $0.fixes.contains { $0.side == .inside } })
    }

    @Test("a fence that was moved later is shown where it was")
    func movedFence() throws {
        let world = try Self.world { journey in
            try journey.stay(0...10, east: -3_000)
            try journey.stay(20...50, east: 0)
            try journey.stay(60...70, east: -3_000)
        }
        let before = try #require(try world.store.facilities.find(SmallWorld.placeID(0))).facility.geofence
        try world.setFacilities([try SmallWorld.place(0, eastMeters: 9_000)], from: SmallWorld.minute(5_000))
        let details = try Self.details(world, try #require(try world.visits().first))
        #expect(details.facility.geofence == before)
    }

    @Test("a phone that reports every second all day is shown at the visit, with a note where there is more")
    func everySecond() throws {
        let world = try Self.world { journey in
            try journey.stay(0...420, east: -3_000, every: 1 / 60)
            try journey.stay(430...470, east: 5, every: 1 / 60)
            try journey.stay(480...490, east: -3_000, every: 1 / 60)
        }
        let visit = try #require(try world.visits().first)
        let details = try Self.details(world, visit)
        let phone = try #require(details.phones.first)
        #expect(phone.fixes.count { $0.side == .inside } == visit.fixesInside)
        #expect(!phone.isCut)
        #expect(phone.fixes.contains { $0.side == .outside && $0.fix.time < visit.enteredAt })
    }

    @Test("without stored fixes the visit and its fence are left")
    func withoutFixes() throws {
        let world = try Self.world { journey in
            try journey.stay(0...10, east: -3_000)
            try journey.stay(20...50, east: 0)
            try journey.stay(60...70, east: -3_000)
        }
        let visit = try #require(try world.visits().first)
        let later = Timestamp(milliseconds: SmallWorld.now.milliseconds + 1)
        for origin in [FixOrigin.live, .replayed] {
            while try world.store.fixes.remove(origin, storedBefore: later).hours > 0 {}
        }
        let details = try Self.details(world, visit)
        #expect(details.phones.allSatisfy { $0.fixes.isEmpty })
        #expect(details.sentence.hasPrefix("Counted: "))
    }
}
