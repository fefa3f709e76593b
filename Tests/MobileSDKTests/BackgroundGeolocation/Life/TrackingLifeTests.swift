import PhoneStore
import TrackingModel
import MobileSDK
import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import TrackingEngine
import VisitModel

@Suite("Tracking over the app's life")
struct TrackingLifeTests {
    @Test("a phone is tracked while it moves, and everything is uploaded", .long, arguments: Platform.allCases)
    func tracks(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        #expect(scene.app.enabled)
        #expect(scene.names.contains("stationary"))
        scene.act { $0.leaveApp() }
        scene.run(to: 120)
        #expect(scene.names.filter { $0 == "moving" }.count == 2)
        #expect(scene.names.filter { $0 == "stationary" }.count == 3)
        #expect(scene.app.odometer > 5000)
        #expect(try scene.app.store.getCount() == 0)
        #expect(Set(scene.server.names) == Set(scene.locations.map(\.uuid)))
        #expect(scene.server.names.count == Set(scene.server.names).count)
    }

    @Test("nothing is emitted, stored or sent until ready", arguments: Platform.allCases)
    func neverReady(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.app.resume()
        scene.act {
            $0.setConnectivity(.none)
            $0.setConnectivity(.wifi)
        }
        scene.run(to: 90)
        #expect(scene.names.isEmpty)
        #expect(try scene.app.store.getCount() == 0)
        #expect(scene.server.requests.isEmpty)
    }

    @Test("tracking resumes by itself after the system has ended the process", arguments: Platform.allCases)
    func ended(platform: Platform) throws {
        let scene = try GeolocationScene(platform) {
            $0.app.stopOnTerminate = false
            $0.http.autoSync = false
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 5)
        scene.act {
            $0.leaveApp()
            $0.killApp()
        }
        scene.run(to: 8)
        scene.act { $0.openApp() }
        scene.run(to: 60)
        #expect(scene.app.enabled)
        #expect(!scene.app.state.isFirstLaunch)
        #expect(scene.names.filter { $0 == "enabled" }.count == 1)
        #expect(scene.minutes(of: "moving").contains { (20...28).contains($0) })
        #expect(scene.app.odometer > 2000)
    }

    @Test("a crash loses nothing that was recorded, and tracking resumes", arguments: Platform.allCases)
    func crashes(platform: Platform) throws {
        let scene = try GeolocationScene(platform) { $0.http.autoSync = false }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 23)
        let recorded = Set(scene.locations.map(\.uuid))
        let odometer = scene.app.odometer
        #expect(odometer > 500)
        scene.crash()
        scene.run(to: 23.1)
        scene.act { $0.openApp() }
        scene.run(to: 60)
        let stored = try scene.app.store.getLocations().map(\.uuid)
        #expect(recorded.isSubset(of: stored))
        #expect(stored.count == Set(stored).count)
        // At most the last minute's distance is counted again from the last write.
        #expect(scene.app.odometer > odometer + 500)
        #expect(scene.app.enabled)
    }

    @Test("iOS launches an app that was swiped away at the exit from where it stopped")
    func swipedAway() throws {
        let scene = try GeolocationScene(.ios) { $0.app.stopOnTerminate = false }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 5)
        scene.act {
            $0.leaveApp()
            $0.forceQuitApp()
        }
        scene.run(to: 19)
        #expect(scene.watched == [TrackedRegion.stationaryID])
        #expect(scene.minutes(of: "moving").isEmpty)
        scene.run(to: 60)
        #expect(scene.app.state.didLaunchInBackground)
        #expect(scene.minutes(of: "moving").contains { (20...30).contains($0) })
    }

    @Test("a member who ends the app ends tracking, unless it is configured to continue", arguments: Platform.allCases)
    func stopsOnTerminate(platform: Platform) throws {
        let scene = try GeolocationScene(platform)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 5)
        scene.act { $0.forceQuitApp() }
        scene.run(to: 6)
        scene.act { $0.openApp() }
        scene.run(to: 90)
        #expect(!scene.app.enabled)
        #expect(scene.watched.isEmpty)
        #expect(scene.names.filter { $0 == "disabled" }.count == 1)
        #expect(!scene.names.contains("moving"))
    }

    @Test(
        "after a restart of an Android phone tracking resumes without the app if configured",
        arguments: [true, false]
    )
    func reboots(startsOnBoot: Bool) throws {
        let scene = try GeolocationScene(.android) {
            $0.app.startOnBoot = startsOnBoot
            $0.app.stopOnTerminate = true
        }
        scene.ready()
        try scene.app.startNow()
        try scene.app.geofences.addNow([try Self.place])
        scene.run(to: 2)
        #expect(scene.watched == ["place"])
        scene.act { $0.reboot() }
        scene.run(to: 60)
        let sent = scene.server.names.count
        #expect(scene.app.state.didDeviceReboot)
        #expect((scene.watched == ["place"]) == startsOnBoot)
        #expect((sent > 20) == startsOnBoot)
        // When the app is opened it receives the held events, and tracking resumes in any case.
        scene.act { $0.openApp() }
        scene.ready()
        scene.run(to: 61)
        #expect(scene.watched == ["place"])
        #expect(scene.app.enabled)
        #expect(scene.names.contains("ENTER place") == startsOnBoot)
        // The next process does not follow a restart.
        scene.crash()
        scene.run(to: 62)
        scene.act { $0.openApp() }
        scene.run(to: 63)
        #expect(!scene.app.state.didDeviceReboot)
    }

    @Test("regions that were registered again without the app are not registered a third time")
    func noted() throws {
        let scene = try GeolocationScene(.android) { $0.app.startOnBoot = true }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 2)
        scene.act { $0.reboot() }
        scene.run(to: 6)
        #expect(scene.app.state.didDeviceReboot)
        scene.crash()
        scene.run(to: 7)
        scene.act { $0.openApp() }
        scene.run(to: 8)
        #expect(!scene.app.state.didDeviceReboot)
        #expect(scene.app.enabled)
    }

    @Test("regions that a restart removed are registered again, even where the first process after it did nothing")
    func rebootsTwice() throws {
        let scene = try GeolocationScene(.android)
        scene.ready()
        try scene.app.startNow()
        try scene.app.geofences.addNow([try Self.place])
        scene.run(to: 2)
        scene.act { $0.reboot() }
        scene.run(to: 5)
        #expect(scene.watched.isEmpty)
        scene.crash()
        scene.run(to: 6)
        scene.act { $0.openApp() }
        scene.run(to: 7)
        #expect(scene.watched == ["place"])
        scene.crash()
        scene.run(to: 8)
        scene.act { $0.openApp() }
        scene.run(to: 9)
        #expect(!scene.app.state.didDeviceReboot)
    }

    @Test("an update of the app registers every region with Android again", arguments: Platform.allCases)
    func updates(platform: Platform) throws {
        let scene = try GeolocationScene(platform) { $0.app.stopOnTerminate = false }
        scene.ready()
        try scene.app.startGeofencesNow()
        try scene.app.geofences.addNow([try Self.place])
        scene.run(to: 2)
        scene.act {
            $0.leaveApp()
            $0.updateApp()
        }
        scene.run(to: 10)
        #expect(scene.watched.count == 1)
        scene.run(to: 60)
        if platform == .android {
            scene.act { $0.openApp() }
            scene.ready()
        }
        #expect(scene.names.contains("ENTER place"))
    }

    @Test("ready counts once in a process, and its options go over what was kept")
    func readyTwice() async throws {
        let scene = try GeolocationScene(.ios)
        let app = scene.app
        try app.ready { $0.geolocation.distanceFilter = 50 }
        var warnings = 0
        let events = app.events
        let state = try app.ready { $0.geolocation.distanceFilter = 70 }
        #expect(state.config.geolocation.distanceFilter == 50)
        app.removeListeners()
        for await event in events { if case .warning(let warning) = event, warning.option == "ready" { warnings += 1 } }
        #expect(warnings == 1)
        scene.crash()
        scene.run(to: 1)
        scene.act { $0.openApp() }
        scene.run(to: 2)
        // The scene's own call sets only the address.
        #expect(scene.app.config.geolocation.distanceFilter == 50)
        #expect(scene.app.config.http.url == GeolocationScene.url)
    }

    @Test("with reset false the options of the first launch hold")
    func keepsFirstOptions() throws {
        let scene = try GeolocationScene(.ios)
        try scene.app.ready { $0.geolocation.distanceFilter = 50 }
        scene.crash()
        let second = BackgroundGeolocation(
            phone: scene.simulator.system,
            records: scene.records,
            transport: scene.server
        )
        let state = try second.ready(reset: false, transistorAuthorizationToken: "t") {
            $0.geolocation.distanceFilter = 70
        }
        #expect(state.config.geolocation.distanceFilter == 50)
        #expect(state.config.authorization.accessToken == nil)
        second.config.reset()
        #expect(second.config.current == TrackingConfig(platform: .ios))
    }

    @Test("the token of ready is that of the uploads, unless the options name another")
    func token() throws {
        for (own, expected) in [(nil, "t"), ("mine", "mine")] as [(String?, String)] {
            let scene = try GeolocationScene(.ios)
            let state = try scene.app.ready(transistorAuthorizationToken: "t") {
                if let own { $0.authorization.accessToken = own }
            }
            #expect(state.config.authorization.accessToken == expected)
        }
    }

    @Test("what was stopped stays off in the next process", arguments: Platform.allCases)
    func staysOff(platform: Platform) throws {
        let scene = try GeolocationScene(platform) { $0.app.stopOnTerminate = false }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.app.stop()
        scene.run(to: 2)
        scene.act { $0.killApp() }
        scene.run(to: 3)
        scene.act { $0.openApp() }
        scene.run(to: 30)
        #expect(!scene.app.state.isFirstLaunch)
        #expect(!scene.app.enabled)
        #expect(scene.minutes(of: "moving").isEmpty)
    }

    static var place: TrackedGeofence {
        get throws {
            try TrackedGeofence(
                identifier: "place",
                center: try GeolocationScene.place(east: 3000),
                radius: try Radius(meters: 200)
            )
        }
    }
}
