import PhoneOS
import PhoneSimulator
import PhoneStore
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

@Suite("Background tasks of background geolocation")
struct BackgroundTaskTests {
    private static let start = GeolocationScene.start

    private func after(_ seconds: Double) -> Timestamp { Self.start.advanced(bySeconds: seconds) }

    @Test("a task starts only while there is time for it")
    func time() {
        var time = BackgroundTime(platform: .ios)
        time.moved(toScreen: true, at: after(0))
        var answers = [
            time.begin("a", at: after(1000)), time.begin("a", at: after(1000)), time.end("a"), time.end("a"),
        ]
        #expect(answers == [true, false, true, false])
        time.moved(toScreen: false, at: after(1000))
        answers = [time.begin("b", at: after(1021)), time.begin("c", at: after(1023))]
        #expect(answers == [true, false])
        // A wake within the time extends nothing; a later one does.
        time.woke(at: after(1028))
        answers = [time.begin("c", at: after(1029)), time.begin("c", at: after(1031))]
        #expect(answers == [false, false])
        time.woke(at: after(1031))
        answers = [time.begin("c", at: after(1032))]
        #expect(answers == [true])
        var android = BackgroundTime(platform: .android)
        let begins = android.begin("a", at: after(0))
        #expect(!begins)
    }

    @Test("an upload in the background is finished before iOS suspends the app")
    func upload() throws {
        let scene = try GeolocationScene(.ios)
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.server.script { _ in .later(200) }
        let fix = Fix(time: Self.start, coordinate: try GeolocationScene.place(east: 5))
        scene.act { $0.leaveApp() }
        scene.run(to: 1.01)
        try scene.app.store.insertLocation(
            TrackedLocation(uuid: "a", fix: fix, recordedAt: scene.simulator.system.now(), isMoving: false)
        )
        // Ten seconds after the app leaves the screen iOS would suspend it.
        scene.run(to: 1.35)
        #expect(!scene.simulator.withPhone { $0.isAppSuspended })
        scene.server.release()
        #expect(try scene.app.store.getCount() == 0)
        scene.run(to: 1.6)
        #expect(scene.simulator.withPhone { $0.isAppSuspended })
    }

    @Test("long work costs no process: tasks end when iOS requires it")
    func expires() throws {
        let scene = try GeolocationScene(.ios) { $0.logger.logLevel = .warning }
        scene.ready()
        let id = scene.app.app.startBackgroundTask()
        #expect(id > 0)
        scene.act { $0.leaveApp() }
        scene.run(to: 0.4)
        #expect(!scene.simulator.withPhone { $0.isAppSuspended })
        scene.run(to: 5)
        #expect(scene.simulator.withPhone { $0.appState } == .background)
        #expect(scene.simulator.withPhone { $0.isAppSuspended })
        scene.act { $0.openApp() }
        scene.run(to: 6)
        #expect(try scene.app.logger.getLog().contains { $0.message.contains("bggeo.app.\(id)") })
        scene.app.stopBackgroundTask(id)
    }

    @Test("a server that never answers costs no process in the background", arguments: [true, false])
    func slowServer(isTracking: Bool) throws {
        let scene = try GeolocationScene(.ios)
        scene.server.script { _ in .later(200) }
        scene.ready()
        if isTracking { try scene.app.startNow() } else { try scene.app.startGeofencesNow() }
        try scene.app.geofences.addNow([try TrackingLifeTests.place])
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 240)
        #expect(scene.simulator.withPhone { $0.costs.launches.isEmpty })
        #expect(scene.simulator.withPhone { $0.appState } == .background)
        #expect(scene.server.requests.count > 5)
        #expect(scene.names.contains("ENTER place"))
    }

    @Test("a heartbeat starts an upload")
    func uploadsAtHeartbeat() throws {
        let scene = try GeolocationScene(.android) { $0.app.heartbeatInterval = 120 }
        scene.server.script { _ in .answer(500) }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 2)
        scene.server.script { _ in .answer(200) }
        #expect(try scene.app.store.getCount() == 1)
        scene.run(to: 4)
        #expect(try scene.app.store.getCount() == 0)
    }

    @Test("where iOS turns location off by itself, the phone counts as stationary until it moves")
    func pauses() throws {
        let scene = try GeolocationScene(.ios, grants: Set(Permission.allCases).subtracting([.physicalActivity])) {
            $0.activity.disableStopDetection = true
            $0.http.autoSync = false
        }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 79)
        #expect(scene.minutes(of: "stationary").contains { (38...50).contains($0) })
        scene.run(to: 100)
        #expect(scene.minutes(of: "moving").contains { $0 > 80 })
    }

    @Test("a task of the app's own ends when it says so")
    func own() throws {
        let scene = try GeolocationScene(.ios)
        scene.ready()
        let id = scene.app.startBackgroundTask()
        scene.act { $0.leaveApp() }
        scene.run(to: 0.2)
        #expect(!scene.simulator.withPhone { $0.isAppSuspended })
        scene.app.stopBackgroundTask(id)
        scene.run(to: 0.25)
        #expect(scene.simulator.withPhone { $0.isAppSuspended })
    }

    @Test("with preventSuspend the app runs on, and heartbeats come", arguments: Platform.allCases)
    func heartbeats(platform: Platform) throws {
        let scene = try GeolocationScene(platform) {
            $0.app.preventSuspend = true
            $0.app.heartbeatInterval = 60
        }
        scene.act { $0.changePower { $0.isCharging = true } }
        scene.ready()
        try scene.app.startNow()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 11.5)
        #expect(scene.names.filter { $0 == "heartbeat" }.count == 10)
        #expect(!scene.simulator.withPhone { $0.isAppSuspended })
        #expect(!scene.app.isPowerSaveMode)
        #expect(!scene.app.app.isIgnoringBatteryOptimizations)
        // Heartbeats are emitted and not stored.
        #expect(scene.server.names.count == 1)
    }
}
