import MobileSDK
import MobileSDKCore
import MobileSDKTestSupport
import PhoneOS
import PhoneSimulator
import PhoneStore
import Testing
import TrackingEngine
import VisitModel

@Suite("Commands from the server to the phone")
struct RemoteCommandTests {
    /// A scene with a server that sends a command in its first answer only.
    private func scene(
        _ command: String,
        _ platform: Platform = .android,
        isOn: Bool = true,
        options: @escaping @Sendable (inout TrackingConfig) -> Void = { _ in }
    ) throws -> GeolocationScene {
        let scene = try GeolocationScene(platform) {
            $0.logger.logLevel = .verbose
            options(&$0)
        }
        let said = Box(false)
        scene.server.script { request in
            guard request.url == GeolocationScene.url, !said.current else { return .answer(200) }
            said.set(true)
            return .answer(200, #"{"background_geolocation":[\#(command)]}"#)
        }
        scene.ready()
        if isOn { try scene.app.startNow() }
        return scene
    }

    private func upload(_ scene: GeolocationScene) throws {
        let fix = Fix(time: GeolocationScene.start, coordinate: try GeolocationScene.place(east: 5))
        let location = TrackedLocation(uuid: "a", fix: fix, recordedAt: GeolocationScene.start, isMoving: false)
        try scene.app.store.insertLocation(location)
    }

    @Test("start, stop and startGeofences")
    func power() throws {
        let stopped = try scene(#"["stop"]"#)
        stopped.run(to: 1)
        #expect(!stopped.app.enabled)
        let started = try scene(#"["start"]"#, isOn: false)
        try upload(started)
        #expect(started.app.enabled)
        let fences = try scene(#"["startGeofences"]"#)
        fences.run(to: 1)
        #expect(fences.app.state.trackingMode == .geofences)
    }

    @Test("start without the member's permission is noted, and no prompt is shown")
    func notAllowed() throws {
        for grants in [[], [Permission.fineLocation]] {
            let scene = try GeolocationScene(.android, grants: Set(grants)) { $0.logger.logLevel = .verbose }
            if grants.isEmpty { scene.act { $0.setPermission(.fineLocation, .restricted) } }
            scene.server.script { _ in .answer(200, #"{"background_geolocation":["start"]}"#) }
            scene.ready()
            try upload(scene)
            #expect(scene.app.enabled != grants.isEmpty)
            #expect(scene.simulator.system.status(of: .backgroundLocation) != .granted)
            let log = try scene.app.logger.getLog()
            #expect(log.contains { $0.message.contains("command to start tracking failed") } == grants.isEmpty)
        }
    }

    @Test("start where the member was not asked yet is a failure of onLocation, since no prompt follows")
    func notAsked() throws {
        let scene = try GeolocationScene(.android, grants: [])
        scene.server.script { _ in .answer(200, #"{"background_geolocation":["start"]}"#) }
        scene.ready()
        try upload(scene)
        #expect(scene.app.enabled)
        scene.run(to: 5)
        #expect(scene.names.filter { $0 == "no location" }.count == 1)
    }

    @Test("changePace turns location services on")
    func pace() throws {
        let scene = try scene(#"["changePace", true]"#)
        scene.run(to: 1)
        #expect(scene.app.state.isMoving)
    }

    @Test("setConfig changes options, and an invalid one changes none")
    func config() throws {
        let scene = try scene(#"["setConfig", {"geolocation": {"distanceFilter": 77}, "http": {"autoSync": false}}]"#)
        scene.run(to: 1)
        #expect(scene.app.config.geolocation.distanceFilter == 77)
        #expect(!scene.app.config.http.autoSync)
        let wrong = try self.scene(#"["setConfig", {"geolocation": {"distanceFilter": "x", "stopTimeout": 9}}]"#)
        wrong.run(to: 1)
        #expect(wrong.app.config.geolocation.distanceFilter == 10)
        #expect(wrong.app.config.geolocation.stopTimeout == 5)
        #expect(try wrong.app.logger.getLog().contains { $0.message.contains("options can't be used") })
    }

    @Test("geofences are added and removed")
    func geofences() throws {
        let fence = #"{"identifier":"x","latitude":45,"longitude":-93,"radius":200}"#
        let other = #"{"identifier":"y","latitude":45,"longitude":-93.01,"radius":200}"#
        let scene = try scene(#"["addGeofence", \#(fence)], ["addGeofences", [\#(other)]], ["removeGeofence", "x"]"#)
        scene.run(to: 1)
        #expect(scene.app.geofences.getAll().map(\.identifier) == ["y"])
        #expect(scene.watched.contains("y"))
        let all = try self.scene(#"["addGeofences", [\#(fence), \#(other)]], ["removeGeofences"]"#)
        all.run(to: 1)
        #expect(all.app.geofences.getAll().isEmpty)
    }

    @Test("the log is sent to the address that the server names, with the headers of uploads, and deleted")
    func log() throws {
        let scene = try scene(#"["uploadLog", "https://example.com/log"]"#) {
            $0.http.headers = ["X-Team": "a"]
            $0.authorization.accessToken = "t"
        }
        scene.run(to: 1)
        let request = try #require(scene.server.requests.first { $0.url == "https://example.com/log" })
        #expect(request.headers["X-Team"] == "a")
        #expect(request.headers["Authorization"] == "Bearer t")
        #expect(request.text.contains("command of the server: uploadLog"))
        let destroyed = try self.scene(#"["destroyLog"]"#)
        destroyed.run(to: 0.05)
        let before = try destroyed.app.logger.getLog().count
        #expect(before > 0)
        destroyed.run(to: 1)
        #expect(try !destroyed.app.logger.getLog().contains { $0.message == "ready" })
    }

    @Test("the schedule is followed, and no longer")
    func schedule() throws {
        let scene = try scene(#"["startSchedule"]"#, isOn: false) { $0.app.schedule = ["1-7 05:00-08:00"] }
        try upload(scene)
        #expect(scene.app.state.schedulerEnabled)
        #expect(scene.app.enabled)
        let ended = try self.scene(#"["startSchedule"], ["stopSchedule"]"#, isOn: false) {
            $0.app.schedule = ["1-7 05:00-08:00"]
        }
        try upload(ended)
        #expect(!ended.app.state.schedulerEnabled)
    }

    @Test("an unreadable command is noted, and the rest is done")
    func problems() throws {
        let scene = try scene(#"["dance"], ["changePace", "fast"], ["stop"]"#)
        scene.run(to: 1)
        #expect(!scene.app.enabled)
        #expect(
            try scene.app.logger.getLog().count {
                $0.level == .warning && $0.message.hasPrefix("command of the server")
            } == 2
        )
    }
}
