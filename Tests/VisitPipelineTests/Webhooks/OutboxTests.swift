import Foundation
import Interchange
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Events in the webhook outbox")
struct TellingTests {
    @Test("a live visit is reported step by step, with the month's count")
    func steps() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        let journey = try Journey.visitOfFirstPlace()
        try world.ingest(journey.fixes, batchSize: 5)
        let messages = try world.messages()
        #expect(messages.map(\.type) == ["visit.entered", "visit.dwelled", "visit.exited"])
        #expect(messages.map(\.sequence) == [1, 2, 3])
        #expect(Set(messages.map(\.visit)).count == 1)
        #expect(Set(messages.map(\.id)).count == 3)
        let visit = try #require(try world.visits().first)
        #expect(
            messages.map(\.timestamp) == [visit.enteredAt, visit.dwelledAt, visit.exitedAt].map { $0?.iso8601 ?? "-" }
        )
        #expect(messages.map { $0["counted"] } == ["0", "1", "1"])
        #expect(messages.map { $0["month_count"] } == ["0", "1", "1"])
        #expect(messages.map { $0["exited_at"] } == ["-", "-", visit.exitedAt?.iso8601])
        #expect(messages[0]["facility"] == "p00")
        #expect((messages[0].data["facility"] as? [String: Any])?["name"] as? String == "Place 0")
    }

    @Test("no coordinate is sent to an endpoint that did not request it")
    func location() throws {
        let world = try SmallWorld()
        let plain = try world.addEndpoint("plain")
        let curious = try world.addEndpoint("curious", includesLocation: true)
        try world.ingest(Journey.visitOfFirstPlace().fixes)
        for (endpoint, expected) in [(plain, false), (curious, true)] {
            let due = try world.store.outbox.due(to: endpoint.key, at: SmallWorld.now, limit: 10).due
            let message = try ReceivedMessage(id: "", body: try #require(due.first).body)
            #expect((message.data["location"] != nil) == expected)
            #expect(String(decoding: due[0].body, as: UTF8.self).contains("latitude") == expected)
        }
    }

    @Test("recorded tracks are reported only where requested, and once however often they are read")
    func replay() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        let rows = try Journey.visitOfFirstPlace().fixes.map { track in
            let fix = track.fix
            return "\(fix.time.iso8601),\(fix.coordinate.latitude),\(fix.coordinate.longitude),10,phone,ann"
        }
        let file = world.store.path + ".csv"
        try ("time,latitude,longitude,accuracy,device_id,member_id\n" + rows.joined(separator: "\n") + "\n")
            .write(toFile: file, atomically: true, encoding: .utf8)
        _ = try world.pipeline().replay([file], observedAt: SmallWorld.now)
        #expect(try world.messages().isEmpty)
        #expect(try world.visits().count == 1)

        let other = try SmallWorld()
        try other.addEndpoint()
        for _ in 0..<3 {
            _ = try other.pipeline()
                .replay([file], options: ReplayOptions(notifies: true), observedAt: SmallWorld.now)
        }
        #expect(try other.messages().map(\.type) == ["visit.entered", "visit.dwelled", "visit.exited"])
    }

    @Test("of visits loaded silently, only an open one is reported when the phone becomes live")
    func loadedSilently() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var journey = try Journey("phone")
        try journey.stay(0...30, east: 5)
        var ingest = try world.pipeline().ingest(publishes: false)
        _ = try ingest.apply(journey.fixes, observedAt: SmallWorld.now)
        var old = try Journey("old", member: "bob")
        try old.stay(0...30, east: 5)
        _ = try ingest.apply(old.fixes, observedAt: SmallWorld.now)
        #expect(try world.messages().isEmpty)
        #expect(try world.visits().count == 2)

        var next = try Journey("phone")
        try next.stay(31...60, east: -900)
        try world.ingest(next.fixes)
        var later = try Journey("old", member: "bob")
        try later.stay(5000...5010, east: -900)
        try world.ingest(later.fixes)
        let messages = try world.messages()
        #expect(messages.map(\.type) == ["visit.entered", "visit.dwelled", "visit.exited"])
        #expect(messages.allSatisfy { $0["member"] == "ann" })
    }

    @Test("without an endpoint nothing is queued")
    func noReceiver() throws {
        let world = try SmallWorld()
        try world.ingest(Journey.visitOfFirstPlace().fixes)
        try world.addEndpoint()
        #expect(try world.messages().isEmpty)
    }

    @Test("late input that changes a reported visit is sent as a correction after a minute, with the previous values")
    func correction() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var journey = try Journey.visitOfFirstPlace()
        let late = journey.cut(10...20)
        try world.ingest(journey.fixes)
        let emitted = try world.visits()
        try world.ingest(late)
        #expect(try world.messages().count == 3)
        try world.publishCollected(at: SmallWorld.now.advanced(bySeconds: 60))
        let messages = try world.messages()
        let correction = try #require(messages.last)
        #expect(correction.type == "visit.corrected")
        #expect(correction.timestamp == SmallWorld.now.iso8601)
        #expect(ReceivedMessage.text(correction.previous?["entered_at"]) == emitted[0].enteredAt.iso8601)
        #expect(correction["entered_at"] == (try world.visits()[0].enteredAt.iso8601))
        #expect(correction["entered_at"] != emitted[0].enteredAt.iso8601)
        #expect(messages.filter { $0.type == "visit.entered" }.count == 1)
    }

    @Test("a dwell of a position that was only repeated is taken back by a correction")
    func takenBack() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var journey = try Journey()
        try journey.stay(-20...(-1), east: -900)
        try journey.stay(0...3, east: 5)
        try journey.stay(4...90, east: 8)
        try world.ingest(journey.fixes, batchSize: 5)
        #expect(try world.messages().map(\.type) == ["visit.entered", "visit.dwelled"])
        var later = try Journey()
        try later.stay(92...110, east: 3000)
        try world.ingest(later.fixes)
        try world.publishCollected(at: SmallWorld.now.advanced(bySeconds: 60))
        let messages = try world.messages()
        #expect(messages.last?["counted"] == "0")
        #expect(messages.last?["month_count"] == "0")
        #expect(try world.visits().map(\.verdict) != [.counted])
        #expect(messages.map(\.type) == ["visit.entered", "visit.dwelled", "visit.corrected", "visit.exited"])
    }

    @Test("filters of types and facilities pass what they name")
    func filters() throws {
        let world = try SmallWorld()
        try world.addEndpoint("exits", types: [.visitExited])
        try world.addEndpoint("elsewhere", facilities: [try SmallWorld.placeID(1)])
        try world.addEndpoint(
            "here",
            types: [.visitEntered, .facilityImported],
            facilities: [try SmallWorld.placeID(0)]
        )
        try world.ingest(Journey.visitOfFirstPlace().fixes)
        #expect(try world.states("exits").count == 1)
        #expect(try world.states("elsewhere").isEmpty)
        #expect(try world.states("here").count == 1)
    }

    @Test("an import that changes facilities is reported, a dry run and one that changes nothing are not")
    func imports() throws {
        let world = try SmallWorld()
        try world.addEndpoint(types: [.facilityImported])
        let file = world.store.path + ".csv"
        try "facility_id,name,lat,lon\nnew-1,New,45.1,-93.1\n".write(toFile: file, atomically: true, encoding: .utf8)
        let dryRun = FacilityImportOptions(mode: ImportMode(isDryRun: true), effectiveFrom: SmallWorld.now)
        _ = try world.store.importFacilities(from: file, options: dryRun)
        #expect(try world.messages().isEmpty)
        for _ in 0..<2 {
            _ = try world.store.importFacilities(from: file, options: .init(effectiveFrom: SmallWorld.now))
        }
        let messages = try world.messages()
        #expect(messages.map(\.type) == ["facility.imported"])
        #expect(messages[0]["added"] == "1")
    }
}
