import Foundation
import Interchange
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("A phone's requests, ingested on the caller's thread")
struct PhoneLineTests {
    private func request(_ fixes: ArraySlice<TrackFix>) -> PhoneRequest {
        let records = fixes.map { entry in
            let fix = entry.fix
            return """
                {"timestamp":"\(fix.time.iso8601)","coords":{"latitude":\(fix.coordinate.latitude),\
                "longitude":\(fix.coordinate.longitude),"accuracy":\(fix.horizontalAccuracy ?? -1)}}
                """
        }
        return PhoneRequest(
            contentType: "application/json",
            body: Array("{\"location\":[\(records.joined(separator: ","))]}".utf8)
        )
    }

    /// A request of a Radar SDK with fixes that could not be sent before.
    private func radarRequest(_ fixes: ArraySlice<TrackFix>) -> PhoneRequest {
        let records = fixes.map { entry in
            let fix = entry.fix
            return """
                {"deviceId":"phone","deviceType":"\(entry.platform == .ios ? "iOS" : "Android")",\
                "latitude":\(fix.coordinate.latitude),"longitude":\(fix.coordinate.longitude),\
                "accuracy":\(fix.horizontalAccuracy ?? 1),"locationMs":\(fix.time.milliseconds),"nearbyGeofences":true}
                """
        }
        guard records.count > 1 else { return PhoneRequest(path: .track, body: Array(records.joined().utf8)) }
        return PhoneRequest(path: .replay, body: Array("{\"replays\":[\(records.joined(separator: ","))]}".utf8))
    }

    /// A phone that travels between places, stays at some and passes others.
    private func journey(seed: UInt64, _ platform: Platform) throws -> [TrackFix] {
        var generator = SeededGenerator(seed: seed)
        var journey = try Journey("phone", platform)
        var minute = 0.0
        for _ in 0..<12 {
            let east = Double(Int.random(in: 0..<30, using: &generator)) * 800
            let stay = Double(Int.random(in: 2...40, using: &generator))
            try journey.stay(minute...(minute + stay), east: east, every: 2)
            minute += stay + Double(Int.random(in: 10...30, using: &generator))
        }
        return journey.fixes
    }

    @Test(
        "is answered as by the service, request by request, and has the same visits",
        .long,
        arguments: [(.ios, .transistor), (.android, .transistor), (.ios, .radar), (.android, .radar)]
            as [(Platform, PhoneApp)],
        [1, 2, 3] as [UInt64]
    )
    func sameAsService(_ phone: (platform: Platform, app: PhoneApp), seed: UInt64) async throws {
        let (platform, app) = phone
        let (own, served) = (try SmallWorld(places: 30), try SmallWorld(places: 30))
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform)
        _ = try served.store.devices.ensure([device])
        let scene = try LiveScene(served)
        var line = try SimulatedIngest(device, pipeline: try own.pipeline(), groupSize: 50)
        var rest = try journey(seed: seed, platform)[...]
        var generator = SeededGenerator(seed: seed)
        var (replies, presences) = (0, 0)
        while !rest.isEmpty {
            let records = rest.prefix(Int.random(in: 1...5, using: &generator))
            let request = app == .radar ? radarRequest(records) : request(records)
            rest = rest.dropFirst(Int.random(in: 1...5, using: &generator))
            // Occasionally a response is lost, and the same request is sent again.
            for _ in 0...(Int.random(in: 0..<6, using: &generator) == 0 ? 1 : 0) {
                let emitted = try line.ingest(request, of: app, at: SmallWorld.now)
                let expected = try await scene.live.ingest(
                    request,
                    of: app,
                    from: PhoneSender(member: device.member, device: device.id)
                )
                #expect(emitted.reply == expected.reply, "seed \(seed), reply \(replies)")
                replies += 1
                let text = String(decoding: emitted.reply.body, as: UTF8.self)
                if text.contains(#""geofences":[{"_id""#) { presences += 1 }
            }
        }
        #expect((presences > 0) == (app == .radar), "seed \(seed)")
        try line.flush()
        await scene.live.stop()
        let (found, expected) = (try own.store.visits.all(), try served.store.visits.all())
        #expect(!expected.isEmpty)
        #expect(found.map(\.facility) == expected.map(\.facility), "seed \(seed)")
        #expect(found.map(\.enteredAt) == expected.map(\.enteredAt), "seed \(seed)")
        #expect(found.map(\.exitedAt) == expected.map(\.exitedAt), "seed \(seed)")
        #expect(found.map(\.isCounted) == expected.map(\.isCounted), "seed \(seed)")
    }

    @Test("times out a stay when it is due, and not before")
    func silence() throws {
        let world = try SmallWorld()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios)
        var line = try SimulatedIngest(device, pipeline: try world.pipeline(), groupSize: 50)
        var journey = try Journey()
        try journey.stay(0...9, east: -500)
        try journey.stay(10...40, east: 5)
        _ = try line.ingest(request(journey.fixes[...]), of: .transistor, at: SmallWorld.minute(41))
        try line.advance(to: SmallWorld.minute(120))
        try line.flush()
        #expect(try world.store.visits.all().map(\.status) == [.open])
        try line.advance(to: SmallWorld.minute(40 + 4 * 60 + 5))
        try line.flush()
        #expect(try world.store.visits.all().map(\.status) == [.timedOut])
        #expect(try world.store.visits.all().map(\.exitedAt) == [SmallWorld.minute(40)])
    }

    @Test("skips unreadable and rejected records, and ingests the rest")
    func refused() throws {
        let world = try SmallWorld()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios)
        var line = try SimulatedIngest(device, pipeline: try world.pipeline())
        let body = """
            {"location":[{"timestamp":"2024-03-11T12:00:00Z","coords":{"latitude":45,"longitude":-93,"accuracy":5}},
            {"timestamp":"2024-03-11T12:01:00Z","coords":{"latitude":145,"longitude":-93}},
            {"timestamp":"2054-03-11T12:01:00Z","coords":{"latitude":45,"longitude":-93}}]}
            """
        let outcome = try line.ingest(PhoneRequest(body: Array(body.utf8)), of: .transistor, at: SmallWorld.minute(5))
        #expect(outcome.reply.status == 200)
        #expect(outcome.counts == PhoneReply.Summary(accepted: 1, quarantined: 2))
    }
}
