import Interchange
import Synchronization
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Retried records")
struct LiveRetryTests {
    /// A clock that can be set.
    private final class Clock: Sendable {
        private let time: Mutex<Timestamp>

        init(_ time: Timestamp) { self.time = Mutex(time) }

        var now: Timestamp {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    /// A request of each app with a time ahead of the service's, as the app sends it.
    static let ahead: [(app: PhoneApp, request: PhoneRequest)] = {
        let time = SmallWorld.now.advanced(bySeconds: 86_400 * 3)
        let (iso, seconds) = (time.iso8601, time.milliseconds / 1000)
        func json(_ text: String) -> PhoneRequest {
            PhoneRequest(contentType: "application/json", body: Array(text.utf8))
        }
        return [
            (.footfall, json(#"{"device":"p","lat":45,"lon":-93,"accuracy":9,"time":"\#(iso)"}"#)),
            (
                .transistor,
                json(
                    #"{"location":[{"timestamp":"\#(iso)","uuid":"u","coords":{"latitude":45,"longitude":-93,"accuracy":9},"#
                        + #""extras":{"device_id":"p"}}]}"#
                )
            ),
            (.ownTracks, json(#"{"_type":"location","topic":"o/p","lat":45,"lon":-93,"acc":9,"tst":\#(seconds)}"#)),
            (.traccar, PhoneRequest(query: "id=p&lat=45&lon=-93&accuracy=9&timestamp=\(seconds)")),
            (
                .overland,
                json(
                    #"{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-93,45]},"properties":"#
                        + #"{"timestamp":"\#(iso)","horizontal_accuracy":9,"device_id":"p"}}]}"#
                )
            ),
            (.gpsLogger, PhoneRequest(query: "lat=45&lon=-93&acc=9&time=\(iso)&ser=p")),
        ]
    }()

    @Test("A fix ahead of its time is stored once its time has come", arguments: ahead.indices)
    func clock(index: Int) async throws {
        let (app, request) = Self.ahead[index]
        let world = try SmallWorld()
        let clock = Clock(SmallWorld.now)
        let live = try LiveIngest(store: world.store, now: { clock.now })
        let sender = PhoneSender(member: try MemberID("ann"), device: try DeviceID("phone"))
        let outcome = try await live.ingest(request, of: app, from: sender)
        #expect(outcome.counts.quarantined == 1, "\(app)")
        let kept = try #require(try world.store.quarantine.all().first)
        let key = kept.key
        let sent = request.body.isEmpty ? request.query : String(decoding: request.body, as: UTF8.self)
        #expect(kept.app == app.rawValue && kept.member?.text == "ann" && kept.device?.text == "phone")
        #expect(sent.contains(String(decoding: kept.record, as: UTF8.self)), "it is kept as it was received")
        let early = try #require(try await live.retry(key))
        #expect(early.reason?.code == "clock_in_future")
        #expect(try world.store.quarantine.all().map(\.repeats) == [0], "to try is not to send again")
        clock.now = SmallWorld.now.advanced(bySeconds: 86_400 * 4)
        #expect(try await live.retry(key)?.isAccepted == true)
        #expect(try world.store.quarantine.all().isEmpty)
        #expect(try world.store.devices.find(DeviceID("phone"))?.fixCount == 1)
        #expect(try await live.retry(key) == nil)
    }

    @Test(
        "A record without an owner is stored under the one that the retry names",
        arguments: [
            ("ann", "phone", "ann", "phone"), ("ann", nil, "ann", "ann"), (nil, "phone", "phone", "phone"),
        ] as [(String?, String?, String, String)]
    )
    func owner(member: String?, device: String?, expectedMember: String, expectedDevice: String) async throws {
        let world = try SmallWorld()
        let live = try LiveIngest(store: world.store, now: { SmallWorld.now })
        let feature =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-93,45]},"properties":"#
            + #"{"timestamp":"\#(SmallWorld.minute(0).iso8601)","horizontal_accuracy":9,"device_id":""}}"#
        let request = PhoneRequest(body: Array(#"{"locations":[\#(feature)]}"#.utf8))
        _ = try await live.ingest(request, of: .overland, from: PhoneSender())
        let key = try #require(try world.store.quarantine.all().first?.key)
        #expect(try await live.retry(key)?.reason?.code == "missing_identity")
        let owner = PhoneSender(
            member: try member.map { try MemberID($0) },
            device: try device.map { try DeviceID($0) }
        )
        #expect(try await live.retry(key, as: owner)?.isAccepted == true)
        let stored = try #require(try world.store.devices.all().first)
        #expect(stored.device.member.text == expectedMember && stored.device.id.text == expectedDevice)
        #expect(try stored.fixCount == 1 && world.store.quarantine.all().isEmpty)
    }

    @Test("An object of OwnTracks that Overland sent is read as that when it is retried")
    func overlandOwnTracks() async throws {
        let world = try SmallWorld()
        let live = try LiveIngest(store: world.store, now: { SmallWorld.now })
        let time = SmallWorld.minute(0).milliseconds / 1000 - 978_307_200
        let body = #"{"_type":"location","lat":45,"lon":-93,"acc":9,"tst":\#(time),"topic":"owntracks"}"#
        _ = try await live.ingest(PhoneRequest(body: Array(body.utf8)), of: .overland, from: PhoneSender())
        let kept = try #require(try world.store.quarantine.all().first)
        #expect(kept.record == Array(body.utf8) && kept.code == "missing_identity")
        #expect(try await live.retry(kept.key, as: PhoneSender(device: DeviceID("phone")))?.isAccepted == true)
    }

    @Test("A retry has no response, so no phone gets fences from it")
    func fences() async throws {
        let world = try SmallWorld()
        let live = try LiveIngest(store: world.store, now: { SmallWorld.now })
        let time = SmallWorld.minute(0).milliseconds
        let text =
            #"{"deviceId":"phone","latitude":45,"longitude":-93,"accuracy":5,"locationMs":\#(time),"nearbyGeofences":true}"#
        let request = PhoneRequest(record: Array(text.utf8), of: .radar)
        var reader = PhoneReader()
        #expect(reader.read(request, as: .radar, receivedAt: SmallWorld.now).asksForFences)
        try world.store.quarantine.add([
            NewQuarantine(
                app: PhoneApp.radar.rawValue,
                member: try MemberID("ann"),
                device: try DeviceID("phone"),
                code: "bad",
                message: "it was bad",
                record: Array(text.utf8),
                digest: [1],
                receivedAt: SmallWorld.now
            )
        ])
        let key = try #require(try world.store.quarantine.all().first?.key)
        #expect(try await live.retry(key)?.isAccepted == true)
        let device = try #require(try world.store.devices.find(DeviceID("phone")))
        #expect(device.fixCount == 1)
        #expect(try world.store.deviceStates.phoneFences(of: device.key) == nil)
    }

    @Test(
        "An unreadable one stays, with the reason",
        arguments: [
            (PhoneApp.transistor, #"{"timestamp":"2024-03-01T00:00:00Z"}"#),
            (
                .overland,
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,95]},"properties":{"timestamp":1}}"#
            ),
            (.traccar, "id=p&lat=95&lon=1&timestamp=1"), (.gpsLogger, "lat=x"), (.ownTracks, #"{"_type":"location"}"#),
            (.radar, "{"), (.footfall, ""),
        ]
    )
    func unreadable(app: PhoneApp, text: String) async throws {
        let world = try SmallWorld()
        let live = try LiveIngest(store: world.store, now: { SmallWorld.now })
        try world.store.quarantine.add([
            NewQuarantine(
                app: app.rawValue,
                member: try MemberID("ann"),
                device: try DeviceID("phone"),
                code: "bad",
                message: "it is bad",
                record: Array(text.utf8),
                digest: [1],
                receivedAt: SmallWorld.now
            )
        ])
        let key = try #require(try world.store.quarantine.all().first?.key)
        let outcome = try #require(try await live.retry(key))
        #expect(outcome.reason?.message.isEmpty == false)
        #expect(try world.store.quarantine.all().map(\.key) == [key])
        #expect(try world.store.devices.all().isEmpty)
    }

    @Test(
        "A record that was refused can be sent by itself: it is refused for the same reason",
        arguments: PhoneApp.allCases
    )
    func sameReason(app: PhoneApp) throws {
        let bodies: [PhoneApp: String] = [
            .footfall: #"{"fixes":[{"device":"p","lat":95,"lon":1,"time":1700000000}]}"#,
            .transistor: #"{"location":[{"timestamp":"2023-11-14T00:00:00Z","coords":{"latitude":95,"longitude":1}}]}"#,
            .ownTracks: #"{"_type":"location","topic":"owntracks/p","lat":95,"lon":1,"tst":1700000000}"#,
            .traccar:
                #"{"device_id":"p","location":{"timestamp":"2023-11-14T00:00:00Z","coords":{"latitude":95,"longitude":1}}}"#,
            .overland:
                #"{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,95]},"properties":{"timestamp":"2023-11-14T00:00:00Z"}}]}"#,
            .radar: #"{"deviceId":"p","latitude":95,"longitude":1,"accuracy":5,"updatedAt":"2023-11-14T00:00:00Z"}"#,
        ]
        let request =
            bodies[app].map { PhoneRequest(contentType: "application/json", body: Array($0.utf8)) }
            ?? PhoneRequest(query: "lat=95&lon=1&time=2023-11-14T00:00:00Z&ser=p")
        var reader = PhoneReader()
        let first = try #require(reader.read(request, as: app, receivedAt: SmallWorld.now).refused.first)
        let again = reader.read(PhoneRequest(record: first.bytes, of: app), as: app, receivedAt: SmallWorld.now)
        #expect(again.refused.map(\.code) == [first.code])
    }

    @Test("Of a long record 64 kB are stored with its length and digest, it is counted again, and can't be retried")
    func longRecord() async throws {
        let world = try SmallWorld()
        let live = try LiveIngest(store: world.store, now: { SmallWorld.now })
        // Cut within the two bytes of an `é`, which is omitted whole.
        let record = #"{"device":"pq","note":""# + String(repeating: "é", count: 100_000) + #""}"#
        let request = PhoneRequest(contentType: "application/json", body: Array("[\(record)]".utf8))
        for _ in 0..<2 {
            _ = try await live.ingest(request, of: .footfall, from: PhoneSender(member: nil, device: nil))
        }
        let kept = try world.store.quarantine.all()
        try #require(kept.count == 1)
        #expect(kept[0].repeats == 1)
        #expect(kept[0].size == record.utf8.count)
        #expect(kept[0].record.count == 65_535)
        #expect(record.hasPrefix(try #require(String(validating: kept[0].record, as: UTF8.self))))
        #expect(kept[0].sha256Text?.count == 64)
        #expect(!kept[0].isWhole)
        let retried = try #require(try await live.retry(kept[0].key))
        #expect(retried.reason?.code == "not_whole")
        #expect(try world.store.quarantine.all().count == 1)
    }
}
