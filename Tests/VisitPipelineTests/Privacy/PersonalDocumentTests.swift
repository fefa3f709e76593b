import Foundation
import GeofenceEngine
import Interchange
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("A member's document")
struct PersonalDocumentTests {
    private func document(_ world: SmallWorld, _ member: String = "ann") throws -> [String: Any] {
        let export = try #require(try world.store.privacy.export(MemberID(member)))
        let bytes = Collected()
        try PersonalDocument(export, at: SmallWorld.now, naming: world.store.facilities.id(of:)).write {
            bytes.all += $0
        }
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes.all)) as? [String: Any])
    }

    private final class Collected {
        var all: [UInt8] = []
    }

    @Test("is JSON with every fix, event, stay, visit and review of the member")
    func everything() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var random = SeededGenerator(seed: 4)
        try world.ingest(try Journey.random(hours: 20, using: &random))
        try world.ingest(try Journey.random("other", member: "bob", hours: 5, using: &random))
        let visit = try #require(try world.visits().first { $0.member.text == "ann" })
        try world.store.visits.review(
            visit.id,
            VisitReview.Edit(decision: .declined, note: "\"no\"\n", reviewer: "r", at: SmallWorld.now)
        )
        let document = try document(world)
        #expect((document["member"] as? [String: Any])?["id"] as? String == "ann")
        let devices = try #require(document["devices"] as? [[String: Any]])
        #expect(devices.count == 1)
        let stored = try #require(try world.store.devices.all().first { $0.device.member.text == "ann" })
        let fixes = try #require(devices[0]["fixes"] as? [[String: Any]])
        #expect(fixes.count == stored.fixCount)
        let times = fixes.compactMap { $0["time"] as? String }
        #expect(times == times.sorted())
        #expect(fixes.allSatisfy { $0["latitude"] is Double && $0["longitude"] is Double })
        #expect((devices[0]["events"] as? [Any])?.count == (try world.events("phone").count))
        let visits = try #require(document["visits"] as? [[String: Any]])
        let expected = try world.store.visits.all(
            matching: VisitFilter(member: MemberID("ann"), includesWithdrawn: true)
        )
        #expect(visits.compactMap { $0["id"] as? String } == expected.map(\.id.text))
        let reviews = visits.compactMap { $0["review"] as? [String: Any] }
        #expect(reviews.map { $0["note"] as? String } == ["\"no\"\n"])
        #expect((document["messages"] as? [Any])?.isEmpty == false)
    }

    @Test("has the fixes with an OS transition report, and pending ones")
    func claimsAndIntake() async throws {
        let scene = try LiveScene()
        let fixes = try Journey.visitOfFirstPlace().fixes
        try await scene.send(Array(fixes.prefix(30)), each: 1)
        let claim = DeviceInput.reported(.entered, try #require(FenceKey(exactly: 1)), fixes[30].fix)
        let report = DeviceReport(device: fixes[30].device, inputs: [claim])
        _ = try await scene.live.ingest([report], receivedAt: SmallWorld.now)
        try await scene.send(Array(fixes[31..<35]), each: 1)
        #expect(try !scene.world.store.intake.unsaved().isEmpty)
        let devices = try #require(try document(scene.world)["devices"] as? [[String: Any]])
        let entries = try #require(devices[0]["fixes"] as? [[String: Any]])
        #expect(entries.compactMap { $0["time"] as? String } == fixes.prefix(35).map(\.fix.time.iso8601))
        #expect(entries[30]["claim"] as? [String: String] == ["action": "entered", "facility": "p00"])
        #expect(entries.count { $0["claim"] != nil } == 1)
        #expect((devices[0]["changes"] as? [Any])?.isEmpty == true)
    }

    @Test("names the changes of a phone in documented words, each with its members")
    func changes() async throws {
        let scene = try LiveScene()
        let fixes = try Journey.visitOfFirstPlace().fixes
        try await scene.send(Array(fixes.prefix(5)), each: 1)
        let end = fixes[4].fix.time
        func minute(_ number: Double) -> Timestamp { end.advanced(bySeconds: 60 * number) }
        let inputs: [DeviceInput] = [
            .rebooted(at: minute(1)), .appUpdated(at: minute(2)), .changed(.locationDenied, at: minute(3)),
            .changed(.registrationsRestored, at: minute(4)),
            .changed(.slotsMeasured(15, code: "TOO_MANY", message: "others use 5"), at: minute(5)),
            .changed(.failed(code: "TIMEOUT", message: "no answer"), at: minute(6)),
            .changed(.monitoringStopped, at: minute(7)), .changed(.listChanged, at: minute(8)),
            .changed(.heartbeat, at: minute(9)), .changed(.alive, at: minute(10)),
        ]
        _ = try await scene.live.ingest(
            [DeviceReport(device: fixes[0].device, inputs: inputs)],
            receivedAt: SmallWorld.now
        )
        let devices = try #require(try document(scene.world)["devices"] as? [[String: Any]])
        let changes = try #require(devices[0]["changes"] as? [[String: Any]])
        #expect(
            changes.map { $0["what"] as? String } == [
                "rebooted", "app_updated", "registrations_lost", "registrations_restored", "slots_measured", "failed",
                "monitoring_stopped", "list_changed", "heartbeat", "alive",
            ]
        )
        #expect(changes.map { $0["time"] as? String } == inputs.map(\.time.iso8601))
        #expect(changes[2]["code"] as? String == "LOCATION_DENIED")
        #expect(changes[2]["message"] as? String == "the app may not use the phone's location")
        #expect(changes[4]["slots"] as? Int == 15)
        #expect(changes[5]["code"] as? String == "TIMEOUT")
        #expect(changes.filter { $0["code"] == nil }.allSatisfy { Set($0.keys) == ["time", "what"] })
    }

    @Test("says where the phone rests at night, the same in any order of the fixes", arguments: UInt64(1)...4)
    func nightPlaces(seed: UInt64) throws {
        var journey = try Journey()
        for day in 0..<3 {
            let noon = Double(day) * 1440
            try journey.stay(noon...(noon + 540), east: 2500, every: 30)
            try journey.stay((noon + 600)...(noon + 1140), east: 12, every: 30)
            try journey.stay((noon + 1200)...(noon + 1410), east: 2500, every: 30)
        }
        let world = try SmallWorld()
        var random = SeededGenerator(seed: seed)
        var rest = journey.fixes[...]
        while !rest.isEmpty {
            // A day's fixes in any order, five at a time: within the horizon of late input.
            try world.ingest(rest.prefix(40).shuffled(using: &random), batchSize: 5)
            rest = rest.dropFirst(40)
        }
        let devices = try #require(try document(world)["devices"] as? [[String: Any]])
        let places = try #require(devices.first?["night_places"] as? [[String: Any]])
        #expect(places.count == 1, "seed \(seed)")
        let place = try #require(places.first)
        #expect(place["nights"] as? Int == 3, "seed \(seed)")
        #expect(place["last_night"] as? String == "2024-03-14", "seed \(seed)")
        #expect(abs(try #require(place["latitude"] as? Double) - 45) < 1e-4)
    }

    @Test("says how often the phone was at neighbours, the same in any order of the fixes", arguments: UInt64(1)...4)
    func familiarPlaces(seed: UInt64) throws {
        var journey = try Journey()
        for day in 0..<3 {
            let start = Double(day) * 1440
            try journey.stay(start...(start + 60), east: 2500, every: 10)
            try journey.stay((start + 70)...(start + 130), east: 60, every: 10)
            try journey.stay((start + 140)...(start + 240), east: 2500, every: 10)
        }
        let world = try SmallWorld(places: 2, apart: 60)
        var random = SeededGenerator(seed: seed)
        try world.ingest(journey.fixes.prefix(40).shuffled(using: &random), batchSize: 5)
        try world.ingest(journey.fixes.dropFirst(40).shuffled(using: &random), batchSize: 5)
        let devices = try #require(try document(world)["devices"] as? [[String: Any]])
        let places = try #require(devices.first?["familiar_places"] as? [[String: Any]])
        let visits = try places.map { try #require($0["visits"] as? Double) }
        #expect(places.compactMap { $0["facility"] as? String } == ["p00", "p01"], "seed \(seed)")
        #expect(visits[1] > visits[0] && abs(visits.reduce(0, +) - 3) < 0.1, "seed \(seed): \(visits)")
    }

    @Test("of a member without further data is complete too")
    func nothing() throws {
        let world = try SmallWorld()
        try world.store.members.addFacility(SmallWorld.placeID(1), to: MemberID("ann"))
        let document = try document(world)
        for list in ["devices", "visits", "quarantine", "messages", "tokens", "accesses"] {
            #expect((document[list] as? [Any])?.isEmpty == true, "\(list)")
        }
    }
}
