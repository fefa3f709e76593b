import PhoneStore
import TrackingModel
import MobileSDK
import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import TrackingEngine
import VisitModel

@Suite("Geofences of background geolocation on a phone")
struct WatchingGeofencesTests {
    private func fence(_ name: String, east: Double, radius: Double = 200) throws -> TrackedGeofence {
        try TrackedGeofence(
            identifier: name,
            center: try GeolocationScene.place(east: east),
            radius: try Radius(meters: radius),
            extras: ["name": .text(name)]
        )
    }

    @Test(
        "crossings are emitted and uploaded, with locations and without",
        .long,
        arguments: Platform.allCases,
        [true, false]
    )
    func crossings(platform: Platform, withLocations: Bool) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        if withLocations { try scene.app.startNow() } else { try scene.app.startGeofencesNow() }
        try scene.app.geofences.addNow([try fence("away", east: 3000), try fence("home", east: 0)])
        scene.act { $0.leaveApp() }
        scene.run(to: 120)
        let crossings = scene.names.filter { $0.hasSuffix("away") || $0.hasSuffix("home") }
        #expect(
            Set(crossings) == ["ENTER home", "EXIT home", "ENTER away", "EXIT away"],
            "\(crossings)"
        )
        #expect(crossings.count == 5)
        let sent = scene.server.requests.filter { $0.text.contains(#""event":"geofence""#) }
        #expect(sent.count == 5)
        #expect(sent.allSatisfy { $0.text.contains(#""name":"#) })
        let enters = scene.events.compactMap { event -> BackgroundGeolocation.GeofenceEvent? in
            if case .geofence(let event) = event.event { event } else { nil }
        }
        #expect(enters.allSatisfy { $0.location?.event == .geofence && $0.extras["name"] == .text($0.identifier) })
        #expect(scene.names.contains("moving") == withLocations)
    }

    @Test("of more geofences than the phone takes the nearest are watched", arguments: Platform.allCases)
    func nearest(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.geofences.addNow(try (0..<300).map { try fence("f\($0)", east: Double($0) * 10) })
        try scene.app.startGeofencesNow()
        scene.run(to: 2)
        #expect(scene.watched.count >= (platform == .ios ? 18 : 97))
        #expect(scene.watched.count <= (platform == .ios ? 20 : 100))
        #expect(scene.watched.contains { $0.hasSuffix("f0") })
        #expect(!scene.watched.contains { $0.hasSuffix("f299") })
        #expect(scene.names.contains("geofences"))
        try scene.app.geofences.removeNow(nil)
        scene.run(to: 3)
        #expect(scene.watched.isEmpty)
        #expect(scene.app.geofences.getAll().isEmpty)
    }

    @Test("Android accepts a call as a whole or not at all: a refused one costs no other")
    func refusedOne() throws {
        let scene = try GeolocationScene(.android) {
            $0.logger.logLevel = .warning
        } profile: {
            $0.android.requestIDLength = 20
        }
        scene.ready()
        try scene.app.startGeofencesNow()
        var fences = try (0..<50).map { try fence("f\($0)", east: Double($0) * 20) }
        fences.insert(try fence("a name that is too long for it", east: 5), at: 7)
        try scene.app.geofences.addNow(fences)
        #expect(Set(scene.watched) == Set(fences.map(\.identifier)).subtracting(["a name that is too long for it"]))
        #expect(try scene.app.logger.getLog().contains { $0.message.hasPrefix("1 regions are not monitored") })
    }

    @Test("where Android has room for fewer, the nearest are monitored")
    func lessRoom() throws {
        let scene = try GeolocationScene(.android, profile: { $0.android.slots = 30 })
        scene.ready()
        try scene.app.startGeofencesNow()
        try scene.app.geofences.addNow(try (0..<80).map { try fence("f\($0)", east: Double($0) * 20) })
        scene.run(to: 1)
        #expect(scene.watched.count <= 30)
        #expect(scene.watched.count >= 28)
        #expect(scene.watched.contains("f0"))
    }

    @Test("registrations that Android refuses because of too many calls are repeated")
    func tooOften() throws {
        let scene = try GeolocationScene(.android, profile: { $0.android.additionsPerMinute = 3 })
        scene.ready()
        try scene.app.startGeofencesNow()
        for number in 0..<6 { try scene.app.geofences.addNow([try fence("f\(number)", east: Double(number) * 20)]) }
        try scene.app.geofences.removeNow(["f5"])
        #expect(scene.watched.count == 3)
        scene.run(to: 3)
        #expect(Set(scene.watched) == ["f0", "f1", "f2", "f3", "f4"])
    }

    @Test("location switched off and on again costs no geofence", arguments: Platform.allCases)
    func locationOff(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startGeofencesNow()
        try scene.app.geofences.addNow([try fence("away", east: 3000)])
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 1)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 40)
        #expect(scene.watched.count == 1)
        #expect(scene.names.filter { $0 == "ENTER away" }.count == 1)
    }

    @Test("geofences may be added and removed before ready, and are there after a crash")
    func beforeReady() async throws {
        let scene = try GeolocationScene(.android)
        let geofences = scene.app.geofences
        try await geofences.add([try fence("a", east: 1), try fence("b", east: 2)])
        try await geofences.add(try fence("c", east: 3))
        try await geofences.remove("b")
        #expect(geofences.getAll().map(\.identifier) == ["a", "c"])
        #expect(!scene.app.getState().enabled)
        #expect(try scene.app.store.getLocations().isEmpty)
        scene.crash()
        scene.run(to: 1)
        scene.act { $0.openApp() }
        scene.run(to: 2)
        #expect(scene.app.geofences.getAll().map(\.identifier) == ["a", "c"])
        #expect(scene.app.geofences.get("a")?.radiusMeters == 200)
        #expect(scene.app.geofences.exists("c"))
        #expect(!scene.app.geofences.exists("b"))
        #expect(scene.watched.isEmpty)
        try await scene.app.geofences.remove(["a"])
        try await scene.app.geofences.removeAll()
        #expect(scene.app.geofences.getAll().isEmpty)
    }

    @Test("without its motion service Android notices the departure by a region round the place")
    func stationaryRegion() throws {
        let granted = Set(Permission.allCases).subtracting([.physicalActivity])
        let scene = try GeolocationScene(.android, grants: granted)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 10)
        #expect(scene.watched == [TrackedRegion.stationaryID])
        scene.act { $0.leaveApp() }
        scene.run(to: 40)
        #expect(scene.minutes(of: "moving").contains { (20...30).contains($0) })
        scene.app.stop()
        #expect(scene.watched.isEmpty)
    }
}
