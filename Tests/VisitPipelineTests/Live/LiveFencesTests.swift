import DeviceEngine
import Interchange
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("The geofences in responses to phones")
struct LiveFencesTests {
    private func answer(_ scene: LiveScene, _ fixes: [TrackFix]) async throws -> FenceChange {
        let receipt = try await scene.live.ingest(
            LiveScene.reports(fixes, deliveringFences: true),
            receivedAt: SmallWorld.now
        )
        return try #require(receipt.fences[DeviceID("phone")])
    }

    private func fix(_ minute: Double, east: Double) throws -> [TrackFix] {
        var journey = try Journey()
        try journey.add(minute, east: east)
        return journey.fixes
    }

    @Test("The first response names the nearest, the next ones only differences, also after a restart of the service")
    func differences() async throws {
        // 30 places, 800 m apart, of which iOS monitors 20.
        let world = try SmallWorld(places: 30)
        let scene = try LiveScene(world)
        let first = try await answer(scene, fix(0, east: 0))
        #expect(first.added.count == 20)
        #expect(first.removed.isEmpty)
        let same = try await answer(scene, fix(1, east: 10))
        #expect(same.isEmpty)
        let restarted = try LiveScene(world)
        let moved = try await answer(restarted, fix(30, east: 16_000))
        #expect(moved.added.count == moved.removed.count)
        #expect(!moved.added.isEmpty)
        #expect(Set(moved.removed).isSubset(of: first.added))
    }

    @Test("A request that repeats something gets the last difference again")
    func again() async throws {
        let scene = try LiveScene(places: 30)
        let first = try await answer(scene, fix(0, east: 0))
        let again = try await answer(scene, fix(0, east: 0))
        #expect(again == first)
        let after = try await answer(scene, fix(1, east: 0))
        #expect(after.isEmpty)
    }

    /// A request of an app on a phone at the first place, a minute later with each number.
    private func request(_ app: PhoneApp, _ number: Int, system: String = "Android", limit: Int? = nil) -> PhoneRequest
    {
        let time = SmallWorld.minute(Double(number))
        let text =
            switch app {
            case .radar:
                #"{"deviceId":"phone","userId":"ann","deviceType":"\#(system)","latitude":45,"longitude":-93,"accuracy":5,"#
                    + #""locationMs":\#(time.milliseconds),"nearbyGeofences":true"#
                    + (limit.map { #","nearbyGeofencesLimit":\#($0)"# } ?? "") + "}"
            case .transistor:
                #"{"device":"phone","location":{"coords":{"latitude":45,"longitude":-93,"accuracy":5},"#
                    + #""timestamp":"\#(time.iso8601)","uuid":"u-\#(number)"}}"#
            case .overland:
                #"{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-93,45]},"#
                    + #""properties":{"device_id":"phone","timestamp":"\#(time.iso8601)","horizontal_accuracy":5}}]}"#
            default: ""
            }
        guard app == .traccar else {
            return PhoneRequest(
                path: app == .radar ? .track : nil,
                contentType: "application/json",
                body: Array(text.utf8)
            )
        }
        return PhoneRequest(query: "id=phone&lat=45&lon=-93&accuracy=5&timestamp=\(time.milliseconds / 1000)")
    }

    @Test(
        "Delivered geofences are stored: for Radar 10 or as many as requested, none for apps without them",
        arguments: [
            (PhoneApp.radar, "Android", nil as Int?, 10), (.radar, "Android", 25, 25), (.radar, "iOS", nil, 19),
            (.radar, "Android", 200, 40), (.transistor, "iOS", nil, 20), (.traccar, "iOS", nil, 0),
            (.overland, "iOS", nil, 0),
        ]
    )
    func delivered(app: PhoneApp, system: String, limit: Int?, count: Int) async throws {
        let world = try SmallWorld(places: 40)
        let phone = try DeviceID("phone")
        try world.store.devices.ensure(
            phone,
            member: MemberID("ann"),
            platform: system == "iOS" ? .ios : .android
        )
        let live = try LiveIngest(store: world.store, now: { SmallWorld.now })
        let sender = PhoneSender(member: try MemberID("ann"), device: phone)
        for number in 0..<3 {
            _ = try await live.ingest(request(app, number, system: system, limit: limit), of: app, from: sender)
        }
        let chosen = try world.pipeline().registrations(of: phone)
        let delivered = try world.pipeline().deliveredGeofences(of: phone)
        #expect(chosen.count == (system == "iOS" ? 20 : 40))
        #expect(delivered.count == count)
        #expect(Set(delivered).isSubset(of: chosen))
        let nearest = try SmallWorld.placeID(0)
        #expect(delivered.contains(nearest) == (count > 0))
        #expect(try world.pipeline().condition(of: phone).delivered == delivered)
    }

    @Test("The fences in a Radar response are stored as delivered")
    func answered() async throws {
        let world = try SmallWorld(places: 40)
        let live = try LiveIngest(store: world.store, now: { SmallWorld.now })
        let outcome = try await live.ingest(request(.radar, 0), of: .radar, from: PhoneSender())
        let text = String(decoding: outcome.reply.body, as: UTF8.self)
        let named = text.matches(of: /"externalId":"([^"]+)"/).map { String($0.1) }
        let delivered = try world.pipeline().deliveredGeofences(of: DeviceID("phone"))
        #expect(named.count == 10)
        #expect(Set(named) == Set(delivered.map(\.text)))
    }

    @Test("Nothing is delivered to a phone that was only replayed, and its registered geofences stay")
    func replayed() throws {
        let world = try SmallWorld(places: 3)
        var phone = LivePhone(
            Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios),
            pipeline: try world.pipeline()
        )
        let fix = Fix(time: SmallWorld.minute(0), coordinate: try Coordinate(latitude: 45, longitude: -93))
        _ = try phone.report([.fix(fix)], observedAt: SmallWorld.now)
        #expect(try world.pipeline().registrations(of: DeviceID("phone")).count == 3)
        #expect(try world.pipeline().deliveredGeofences(of: DeviceID("phone")).isEmpty)
    }
}
