import MobileSDKTestSupport
import PhoneOS
import PhoneSimulator
import PhoneStore
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

@Suite("The methods and events that the document of background geolocation names")
struct OverviewTests {
    @Test("each of the sixteen methods of the overview does its work", .timeLimit(.minutes(10)))
    func overview() async throws {
        let scene = try GeolocationScene(.ios) { $0.http.autoSync = false }
        let app = scene.app
        try app.ready {
            $0.http.url = GeolocationScene.url
            $0.http.autoSync = false
        }
        try await app.addGeofence(
            try TrackedGeofence(identifier: "home", radius: 200, latitude: 45, longitude: -93, notifyOnExit: true)
        )
        #expect(app.getGeofences().map(\.identifier) == ["home"])
        try await app.startGeofences()
        #expect(app.getState().trackingMode == .geofences)
        try await app.start()
        #expect(app.enabled && app.getState().trackingMode == .location)
        app.setConfig { $0.geolocation.distanceFilter = 20 }
        #expect(app.config.geolocation.distanceFilter == 20)
        scene.run(to: 23)
        #expect(app.getOdometer() > 500)
        let waiting = try app.getLocations().map(\.uuid)
        #expect(try app.getCount() == waiting.count && waiting.count > 5)
        #expect(try await app.sync().map(\.uuid) == waiting)
        #expect(try app.getCount() == 0)
        app.stop()
        #expect(!app.enabled)
        try app.store.insertLocation(
            TrackedLocation(
                uuid: "a",
                fix: Fix(time: GeolocationScene.start, coordinate: try GeolocationScene.place(east: 5)),
                recordedAt: GeolocationScene.start,
                isMoving: false
            )
        )
        try app.destroyLocations()
        #expect(try app.getLocations().isEmpty)
        try await app.removeGeofences()
        #expect(app.getGeofences().isEmpty)
        app.reset()
        #expect(app.config.current == TrackingConfig(platform: .ios))
        // The two that wait for a position, and the two of background tasks, concurrently.
        var request = PositionRequest()
        request.desiredAccuracy = 100
        let found = Box<Int>(0)
        try app.getCurrentPositionNow(request) { _ in found.set(found.current + 1) }
        let watch = app.watchPosition(success: { _ in found.set(found.current + 1) })
        let task = app.startBackgroundTask()
        scene.run(to: 24)
        #expect(found.current > 2)
        app.stopWatchPosition(watch)
        app.stopBackgroundTask(task)
    }

    @Test("an activity is emitted with its confidence, which is 100 on Android", arguments: Platform.allCases)
    func activity(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startNow()
        scene.act { $0.leaveApp() }
        scene.run(to: 60)
        let emitted = scene.events.compactMap { event -> BackgroundGeolocation.ActivityChangeEvent? in
            if case .activityChange(let change) = event.event { change } else { nil }
        }
        #expect(emitted.count >= 2)
        #expect(zip(emitted, emitted.dropFirst()).allSatisfy { $0.activity != $1.activity })
        #expect(
            emitted.allSatisfy { platform == .android ? $0.confidence == 100 : [33, 67, 100].contains($0.confidence) }
        )
    }

    @Test("a heartbeat has the last known location and asks the phone for none", arguments: Platform.allCases)
    func heartbeat(platform: Platform) throws {
        let scene = try GeolocationScene(platform) {
            $0.app.preventSuspend = true
            $0.app.heartbeatInterval = 60
        }
        scene.act { $0.changePower { $0.isCharging = true } }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 6.5)
        let emitted = scene.events.compactMap { event -> (time: Timestamp, fix: Fix?)? in
            if case .heartbeat(let heartbeat) = event.event { (event.time, heartbeat.location?.fix) } else { nil }
        }
        #expect(emitted.count == 5)
        // Each has the one fix of the start, older each time.
        #expect(Set(emitted.map(\.fix?.time)).count == 1)
        #expect(emitted.allSatisfy { ($0.fix?.time ?? $0.time) < $0.time })
    }

    @Test("changePace turns location services on and off at once", arguments: Platform.allCases)
    func pace(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.app.changePace(true)
        #expect(scene.app.state.isMoving)
        scene.run(to: 2)
        #expect(scene.names.contains("moving"))
        scene.app.changePace(false)
        #expect(!scene.app.state.isMoving)
    }

    @Test("two phones have two objects, which know nothing of each other")
    func two() throws {
        let (one, other) = (try GeolocationScene(.ios), try GeolocationScene(.android))
        one.ready()
        other.ready()
        try one.app.startNow()
        one.app.config.geolocation.distanceFilter = 77
        #expect(one.app.enabled && !other.app.enabled)
        #expect(other.app.config.geolocation.distanceFilter == 10)
        #expect(!other.names.contains("enabled"))
    }
}
