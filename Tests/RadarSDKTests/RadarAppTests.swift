import MobileSDKCore
import TrackingModel
import RadarEngine
import PhoneOS
import Synchronization
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Calls and events of Radar's client")
struct RadarAppTests {
    private final class Heard: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ what: String) { list.withLock { $0.append(what) } }
    }

    @Test("one fix is made, uploaded and answered, whether tracking is on or not", arguments: Platform.allCases)
    func once(platform: Platform) throws {
        let scene = try RadarScene(platform)
        let results = Mutex<[RadarTrackResult]>([])
        scene.client.beginTrackOnce(.high) { result in results.withLock { $0.append(result) } }
        scene.client.beginTrackOnce(.high) { result in results.withLock { $0.append(result) } }
        scene.run(to: 1)
        let all = results.withLock { $0 }
        #expect(all.map(\.status) == [.success, .success] && all.allSatisfy { $0.location != nil })
        #expect(scene.server.records.first?.source == "FOREGROUND_LOCATION")
        #expect(!scene.client.isTracking)
    }

    @Test("a missing fix and an invalid answer are returned to the caller as errors")
    func onceFails() throws {
        let scene = try RadarScene(.android)
        let results = Mutex<[RadarTrackResult]>([])
        let ask = { scene.client.beginTrackOnce(.high) { result in results.withLock { $0.append(result) } } }
        scene.server.reply { _ in .now(.response(status: 500, body: [])) }
        ask()
        scene.run(to: 1)
        scene.act { $0.setReception(nil) }
        ask()
        scene.run(to: 1.3)
        #expect(results.withLock(\.count) == 1)
        scene.run(to: 2)
        scene.act { $0.setPermission(.fineLocation, .denied) }
        scene.run(to: 2.1)
        ask()
        #expect(results.withLock { $0.map(\.status) } == [.errorServer, .errorLocation, .errorPermissions])
        #expect(results.withLock { $0.map { $0.location != nil } } == [true, false, false])
    }

    @Test("a position that the app supplies is uploaded as such")
    func manual() throws {
        let scene = try RadarScene(.ios)
        let place = try RadarScene.place(east: 500)
        let fix = Fix(time: RadarScene.start, coordinate: place, horizontalAccuracy: 5)
        scene.client.track(location: RadarLocation(fix, floorLevel: 3))
        let record = try #require(scene.server.records.first)
        #expect(record.source == "MANUAL_LOCATION" && record["floorLevel"] as? Int == 3)
    }

    @Test("the member's data is sent, stored, and forgotten with the server's id when another logs in")
    func user() throws {
        let scene = try RadarScene(.android)
        scene.client.userID = "ann"
        scene.client.userDescription = "Ann"
        scene.client.metadata = ["vip": .bool(true)]
        scene.client.userTags = ["gold"]
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 2)
        let record = try #require(scene.server.records.last)
        #expect(record["userId"] as? String == "ann" && record["description"] as? String == "Ann")
        #expect((record["metadata"] as? [String: Any])?["vip"] as? Bool == true)
        #expect(record["userTags"] as? [String] == ["gold"] && record["id"] as? String == "u-1")
        #expect(record["locationAuthorization"] as? String == "GRANTED_BACKGROUND")
        scene.client.userID = "bob"
        scene.act { $0.killApp() }
        scene.run(to: 3)
        scene.act { $0.openApp() }
        scene.run(to: 3.02)
        #expect(scene.client.userID == "bob" && scene.client.metadata == ["vip": .bool(true)])
        let first = try #require(scene.server.records.first { $0["userId"] as? String == "bob" })
        #expect(first["id"] == nil)
    }

    @Test("the notification of the foreground service has all ten options; updatesOnly shows it for uploads alone")
    func notification() throws {
        let scene = try RadarScene(.android)
        let options = RadarForegroundServiceOptions(
            text: "Text",
            title: "Title",
            iconString: "icon",
            iconColor: "#00FF00",
            updatesOnly: true,
            activity: "com.example.MainActivity",
            importance: .low,
            id: 7,
            channelName: "Place"
        )
        #expect(scene.client.setForegroundServiceOptions(options).isEmpty)
        scene.server.reply { _ in .later }
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        #expect(!scene.isForegroundServiceRunning)
        scene.run(to: 0.1)
        #expect(scene.server.pendingCount == 1 && scene.isForegroundServiceRunning)
        #expect(scene.client.foregroundNotification == options)
        scene.run(to: 0.11)
        let shown = try #require(scene.shown)
        #expect(shown.title == "Title" && shown.text == "Text" && shown.importance == .low)
        #expect(shown.icon == "icon" && shown.iconColor == "#00FF00")
        #expect(shown.number == 7 && shown.tapActivity == "com.example.MainActivity")
        #expect(scene.simulator.withPhone { $0.notificationChannelName(of: shown.channel) } == "Place")
        scene.server.answerPending()
        #expect(!scene.isForegroundServiceRunning && scene.client.foregroundNotification == nil && scene.shown == nil)
    }

    @Test("a tap on the notification opens the app where `activity` names one", arguments: [true, false])
    func notificationTap(hasActivity: Bool) throws {
        let scene = try RadarScene(.android)
        scene.client.setForegroundServiceOptions(
            RadarForegroundServiceOptions(activity: hasActivity ? "com.example.MainActivity" : nil)
        )
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        #expect(scene.shown?.number == 20_160_525)
        scene.leave()
        scene.run(to: 1)
        scene.act { $0.tapServiceNotification() }
        #expect(scene.simulator.system.appState == (hasActivity ? .foreground : .background))
    }

    @Test("a notification that is set while the service runs appears at its next start")
    func notificationSetLater() throws {
        let scene = try RadarScene(.android)
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        let channel = try #require(scene.shown).channel
        let channelName = { scene.simulator.withPhone { $0.notificationChannelName(of: channel) } }
        #expect(scene.shown?.text == "Location tracking started" && scene.shown?.icon == nil)
        #expect(channelName() == "Location Services")
        scene.client.setForegroundServiceOptions(
            RadarForegroundServiceOptions(text: "Later", icon: 7, channelName: "Visits")
        )
        #expect(scene.shown?.text == "Location tracking started" && channelName() == "Location Services")
        scene.client.stopTracking()
        #expect(scene.shown == nil)
        try scene.client.startTracking()
        #expect(scene.shown?.text == "Later" && scene.shown?.icon == "7" && channelName() == "Visits")
    }

    @Test("a notification without importance or permission does not show, and only the second gives a warning")
    func notificationHidden() throws {
        for isGranted in [true, false] {
            let scene = try RadarScene(.android)
            if !isGranted {
                // Denying the permission ends the process.
                scene.act {
                    $0.setPermission(.notifications, .denied)
                    $0.openApp()
                }
                scene.run(to: 0.1)
            }
            scene.client.setForegroundServiceOptions(
                RadarForegroundServiceOptions(importance: isGranted ? .none : .default)
            )
            try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
            #expect(scene.isForegroundServiceRunning && scene.shown == nil)
            let warned = scene.messages.contains {
                if case .log(let line) = $0 { line.message.contains("is not shown") } else { false }
            }
            #expect(warned == !isGranted)
        }
    }

    @Test("what is deprecated works and is warned of")
    func deprecated() throws {
        let scene = try RadarScene(.android)
        var options = RadarTrackingOptions.presetResponsive(on: .android)
        options.foregroundService = RadarForegroundServiceOptions(text: "Old", icon: 2_131_558_400)
        let warnings = try scene.client.startTracking(trackingOptions: options)
        let deprecated = warnings.filter { $0.code == .deprecated }
        #expect(deprecated.map(\.option) == ["foregroundService", "icon"])
        #expect(deprecated.allSatisfy { scene.messages.contains(.warning($0)) })
        #expect(scene.isForegroundServiceRunning && scene.client.foregroundNotification?.text == "Old")
        let later = scene.client.setForegroundServiceOptions(RadarForegroundServiceOptions(icon: 1))
        #expect(later.map(\.option) == ["icon"] && scene.messages.contains(.warning(later[0])))
    }

    @Test(
        "`beacons` uses no fence and causes a warning, because beacons are not scanned",
        arguments: Platform.allCases,
        [true, false]
    )
    func beacons(platform: Platform, isOn: Bool) throws {
        let scene = try RadarScene(platform)
        let places = try (0..<19).map { try RadarScene.place(east: 2000 + 300 * Double($0)) }
        let fences = places.enumerated().map { index, place in
            RadarServerDouble.fence(
                "gym-\(index)",
                latitude: place.latitude,
                longitude: place.longitude,
                radius: 100
            ).dropFirst().dropLast()
        }
        let list = "[\(fences.joined(separator: ","))]"
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: list)) }
        var options = RadarTrackingOptions.presetContinuous(on: platform)
        options.beacons = isOn
        let warnings = try scene.client.startTracking(trackingOptions: options).filter { $0.code == .ignored }
        #expect(warnings.map(\.option) == (isOn ? ["beacons"] : []))
        #expect(warnings.allSatisfy { scene.messages.contains(.warning($0)) })
        scene.run(to: 2)
        #expect(scene.watched.count == 19)
    }

    @Test("iOS's responsive preset warns an app that lacks the background mode")
    func backgroundMode() throws {
        let scene = try RadarScene(.ios)
        scene.act { $0.setManifest(AppManifest(usageDescriptions: [], backgroundModes: [])) }
        let warnings = try scene.client.startTracking(trackingOptions: .presetResponsive)
        #expect(warnings.contains { $0.code == .missingBackgroundMode })
    }

    @Test("each kind of event comes to its own listener; a subscription ends when it is closed or released")
    func subscriptions() throws {
        let scene = try RadarScene(.android)
        scene.server.reply { _ in
            let text = #"{"meta":{},"user":{"_id":"u"},"events":[{"_id":"e","type":"user.entered_geofence"}]}"#
            return .now(.response(status: 200, body: Array(text.utf8)))
        }
        let received = Heard()
        let subscription = scene.client.subscribe(
            onClientLocation: { _, _, source in received.add("client \(source.rawValue)") },
            onLocation: { _, _ in received.add("location") },
            onEvents: { received.add("events \($0.map(\.type))") }
        )
        do {
            let short = scene.client.subscribe { _ in received.add("short") }
            withExtendedLifetime(short) {}
        }
        try scene.client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 0.1)
        #expect(received.all == ["client BACKGROUND_LOCATION", "location", "events [\"user.entered_geofence\"]"])
        subscription.close()
        scene.run(to: 3)
        #expect(received.all.count == 3)
    }

    @Test("the sequences end with the client, and do not retain it", .timeLimit(.minutes(10)))
    func sequences() async throws {
        let start = RadarScene.start
        let phone = try SimulatedPhone(
            PhoneProfile(platform: .ios),
            movement: Movement(restingAt: RadarScene.place(east: 0), since: start),
            start: start,
            seed: 1
        )
        let simulator = PhoneSimulator(phone)
        var client: RadarClient? = RadarClient(
            phone: simulator.system,
            setup: try RadarSetup(publishableKey: "k", server: "https://footfall.example.com"),
            transport: RadarServerDouble()
        )
        weak let weakClient = client
        client?.resume()
        let messages = client?.messages
        let locations = client?.clientLocations
        let fix = Fix(time: start, coordinate: try RadarScene.place(east: 0), horizontalAccuracy: 5)
        client?.track(location: RadarLocation(fix))
        client = nil
        #expect(weakClient == nil)
        var count = 0
        for await _ in try #require(messages) { count += 1 }
        #expect(count == 2)
        for await location in try #require(locations) { #expect(location.fix == fix) }
    }

    @Test("a listener may call the client during an event")
    func reentrant() throws {
        let scene = try RadarScene(.android)
        let client = scene.client
        let subscription = client.subscribe(onLocation: { _, _ in client.stopTracking() })
        try client.startTracking(trackingOptions: .presetContinuous(on: .android))
        scene.run(to: 5)
        #expect(!client.isTracking && scene.server.requests.count == 1 && scene.updates == nil)
        subscription.close()
    }
}
