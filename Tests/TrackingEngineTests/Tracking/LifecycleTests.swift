import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Tracking over the app's life")
struct LifecycleTests {
    @Test("before ready nothing is emitted, recorded or requested; then the held events come in order")
    func buffering() throws {
        var bench = try TrackingBench(.ios, isReady: false)
        bench.say(.powerChanged(isCharging: false, isScreenOn: true, isPowerSaving: true, batteryLevel: 0.4))
        bench.say(.connectionChanged(.none))
        bench.say(.fix(bench.fix(5), .significantChange))
        #expect(bench.emitted.isEmpty)
        #expect(bench.stored.isEmpty)
        try bench.ready()
        guard case .providerChange = bench.emitted.first else {
            Issue.record("the first event is \(String(describing: bench.emitted.first)), expected providerChange")
            return
        }
        #expect(bench.emitted.dropFirst().contains(.powerSaveChange(isPowerSaving: true)))
        #expect(bench.emitted.last == .connectivityChange(hasConnection: false))
        #expect(bench.tracking.state.lastFix != nil)
    }

    @Test("ready a second time does nothing and says so")
    func readyTwice() throws {
        var bench = try TrackingBench(.android)
        try bench.ready(#"{"geolocation": {"distanceFilter": 99}}"#)
        #expect(bench.tracking.config.geolocation.distanceFilter == 10)
        #expect(bench.warnings == ["ready"])
    }

    @Test("options are set in a closure, over the defaults at first and over what was kept later")
    func closure() throws {
        var bench = try TrackingBench(.ios, isReady: false)
        let first = bench.tracking.ready(.merged, at: bench.now) { config in
            config.activity.activityRecognitionInterval = 5_000
            config.activity.stopOnStationary = true
        }
        bench.perform(first)
        #expect(bench.tracking.config.activity.stopOnStationary)
        #expect(bench.tracking.config.activity.minimumActivityRecognitionConfidence == 70)
        try bench.relaunch(.user)
        let second = bench.tracking.ready(.merged, at: bench.now) { $0.activity.stopOnStationary = false }
        bench.perform(second)
        #expect(bench.tracking.config.activity.activityRecognitionInterval == 5_000)
        #expect(!bench.tracking.config.activity.stopOnStationary)
    }

    @Test("an app that never calls ready fills no memory")
    func neverReady() throws {
        var bench = try TrackingBench(.ios, isReady: false)
        for _ in 0..<5_000 { bench.say(.fix(bench.fix(5), .significantChange)) }
        #expect(bench.tracking.process.held.count == 1_000)
    }

    @Test("start before ready works with the defaults, and ready applies the options", arguments: Platform.allCases)
    func startBeforeReady(platform: Platform) throws {
        var bench = try TrackingBench(platform, isReady: false)
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.warnings == ["start"])
        #expect(bench.tracking.state.isEnabled)
        #expect(bench.motionChanges.isEmpty, "events are held until ready")
        #expect(bench.stored.map(\.location.event) == [.motionChange])
        try bench.ready(#"{"geolocation": {"distanceFilter": 50}}"#)
        #expect(bench.warnings == ["start"])
        #expect(bench.switches == [true])
        #expect(bench.motionChanges == [false])
        bench.say(.walking)
        #expect(bench.updates?.distanceFilterMeters == 50)
    }

    @Test("start before ready uses the options of the last launch", arguments: Platform.allCases)
    func startBeforeReadyAgain(platform: Platform) throws {
        var bench = try TrackingBench(platform, starts: false)
        bench.perform(bench.tracking.configure(at: bench.now) { $0.geolocation.distanceFilter = 70 })
        try bench.relaunch(.user)
        bench.perform(try bench.tracking.start(at: bench.now))
        bench.say(.walking)
        #expect(bench.updates?.distanceFilterMeters == 70)
    }

    @Test("start before ready in a process that iOS started holds, whatever the last process did")
    func startBeforeReadyInBackground() throws {
        var bench = try TrackingBench(.ios)
        try bench.relaunch(.event)
        bench.perform(try bench.tracking.start(at: bench.now))
        try bench.ready()
        #expect(bench.tracking.state.isEnabled, "stopOnTerminate ended the tracking that the app had just started")
    }

    @Test("start where location is denied throws, and tracking stays off")
    func denied() throws {
        var bench = try TrackingBench(.ios, starts: false)
        bench.say(.providerChanged(ProviderState(isEnabled: true, status: .denied)))
        let now = bench.now
        #expect(throws: LocationError.denied) { _ = try bench.tracking.start(at: now) }
        #expect(!bench.tracking.state.isEnabled)
        #expect(bench.switches.isEmpty)
    }

    @Test(
        "the permission is asked for as configured, with the rationale where Android has one",
        arguments: [
            (Platform.ios, ProviderState.Status.notDetermined, "{}", 1, false),
            (.ios, .authorizedWhenInUse, "{}", 1, false),
            (.ios, .authorizedWhenInUse, #"{"geolocation": {"locationAuthorizationRequest": "WhenInUse"}}"#, 0, false),
            (.android, .authorizedAlways, "{}", 0, false),
            (
                .android, .authorizedWhenInUse, #"{"app": {"backgroundPermissionRationale": {"title": "Always"}}}"#, 1,
                true
            ),
        ]
    )
    func permission(
        platform: Platform,
        status: ProviderState.Status,
        options: String,
        count: Int,
        hasRationale: Bool
    ) throws {
        var bench = try TrackingBench(platform, options, starts: false)
        bench.say(.providerChanged(ProviderState(isEnabled: true, status: status)))
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.permissionRequests.count == count)
        #expect((bench.permissionRequests.first.flatMap(\.self) != nil) == hasRationale)
    }

    @Test(
        "tracking that was on resumes by itself after the next ready, with its configuration",
        arguments: Platform.allCases
    )
    func resumes(platform: Platform) throws {
        var bench = try TrackingBench(
            platform,
            #"{"geolocation": {"distanceFilter": 50}, "app": {"stopOnTerminate": false}}"#
        )
        bench.say(.walking)
        let odometer = bench.tracking.odometerMeters
        try bench.relaunch(.user)
        #expect(bench.updates == nil)
        #expect(bench.emitted.isEmpty)
        try bench.ready()
        #expect(bench.tracking.isMoving)
        #expect(bench.updates?.distanceFilterMeters == 50)
        #expect(bench.tracking.odometerMeters == odometer)
        #expect(bench.switches.isEmpty, "it was not switched on again")
        #expect(bench.emitted.contains(.connectivityChange(hasConnection: true)))
    }

    @Test("ready with reset begins with the documented defaults")
    func reset() throws {
        var bench = try TrackingBench(.ios, #"{"geolocation": {"distanceFilter": 50, "stopTimeout": 9}}"#)
        try bench.relaunch(.user)
        try bench.ready(#"{"geolocation": {"distanceFilter": 70}}"#, .fresh)
        #expect(bench.tracking.config.geolocation.distanceFilter == 70)
        #expect(bench.tracking.config.geolocation.stopTimeout == 5)
    }

    @Test("stopOnTerminate stops with the app", arguments: Platform.allCases)
    func stopOnTerminate(platform: Platform) throws {
        var bench = try TrackingBench(platform)
        bench.say(.appEnding)
        #expect(!bench.tracking.state.isEnabled)
        try bench.relaunch(.user)
        try bench.ready()
        #expect(!bench.tracking.state.isEnabled)
        #expect(bench.region == nil)
    }

    @Test("without it iOS leaves a region behind, whose exit launches the app, and tracking resumes")
    func terminateOnIOS() throws {
        var bench = try TrackingBench(
            .ios,
            #"{"app": {"stopOnTerminate": false}, "geolocation": {"stationaryRadius": 40}}"#
        )
        bench.say(.inVehicle)
        bench.wait(20)
        bench.move(300)
        bench.say(.appEnding)
        #expect(bench.region?.radiusMeters == 40)
        #expect(bench.region.map { $0.center.meters(to: bench.fix(8).coordinate) < 1 } == true)
        bench.wait(600)
        try bench.relaunch(.event)
        bench.north += 220
        bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(20)))
        #expect(bench.emitted.isEmpty, "an event before ready")
        try bench.ready()
        #expect(bench.tracking.isMoving)
        #expect(bench.updates != nil)
    }

    @Test(
        "without it Android's service continues without the app; a headless app is notified too",
        arguments: [true, false]
    )
    func terminateOnAndroid(isHeadless: Bool) throws {
        var bench = try TrackingBench(
            .android,
            #"{"app": {"stopOnTerminate": false, "enableHeadless": \#(isHeadless)}}"#
        )
        bench.say(.appEnding)
        try bench.relaunch(.event)
        #expect(bench.hasService)
        bench.say(.walking)
        bench.wait(20)
        bench.move(60)
        #expect(bench.stored.map(\.location.event) == [.motionChange, nil])
        #expect(bench.emitted.isEmpty == !isHeadless)
        try bench.ready()
        #expect(bench.motionChanges == [true], "what happened without the app is reported once")
    }

    @Test(
        "after a reboot Android resumes if startOnBoot is set, and always when the app is opened",
        arguments: [true, false]
    )
    func boot(startsOnBoot: Bool) throws {
        var bench = try TrackingBench(.android, #"{"app": {"startOnBoot": \#(startsOnBoot)}}"#)
        try bench.relaunch(.boot, didReboot: true)
        #expect(bench.hasService == startsOnBoot)
        try bench.ready()
        #expect(bench.hasService == startsOnBoot, "the app calls ready in every process")
        bench.say(.appChanged(.foreground))
        #expect(bench.hasService)
        #expect(bench.tracking.state.didDeviceReboot)
        #expect(bench.tracking.state.didLaunchInBackground)
    }

    @Test("tracking ends by itself after stopAfterElapsedMinutes")
    func stopAfterElapsed() throws {
        var bench = try TrackingBench(.ios, #"{"geolocation": {"stopAfterElapsedMinutes": 30}}"#)
        bench.say(.walking)
        bench.wait(1_790)
        #expect(bench.tracking.state.isEnabled)
        bench.wait(11)
        #expect(!bench.tracking.state.isEnabled)
        #expect(bench.updates == nil)
    }

    @Test(
        "geofences-only requests no fixes, and start switches over without an interruption",
        arguments: Platform.allCases
    )
    func modes(platform: Platform) throws {
        var bench = try TrackingBench(platform, starts: false)
        bench.perform(try bench.tracking.startGeofences(at: bench.now))
        bench.say(.walking)
        #expect(bench.updates == nil)
        #expect(bench.activityInterval == nil)
        #expect(bench.stored.isEmpty)
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.switches == [true])
        #expect(bench.motionChanges == [false])
    }

    @Test("after stop tracking emits nothing, whatever the phone still reports", arguments: Platform.allCases)
    func silence(platform: Platform) throws {
        var bench = try TrackingBench(
            platform,
            #"{"app": {"heartbeatInterval": 60, "preventSuspend": true, "schedule": ["2 11:00-23:00"]}}"#
        )
        let fence = try GeofenceCourseTests.fence("a", north: 0)
        bench.perform(bench.tracking.addGeofences([fence], at: bench.now))
        bench.say(.walking)
        bench.perform(bench.tracking.stop(at: bench.now))
        #expect(bench.emitted.last == .enabledChange(isEnabled: false))
        let (emitted, stored) = (bench.emitted.count, bench.stored.count)
        bench.say(.still)
        bench.move(500)
        bench.say(.fix(bench.fix(5), .significantChange))
        for action in [GeofenceCrossing.Action.enter, .exit] {
            bench.say(.regionsCrossed(action, [TrackedRegion.id(of: "a", on: platform)], bench.fix(5)))
        }
        bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(5)))
        bench.say(.appChanged(.background))
        bench.wait(600)
        #expect(bench.emitted.dropFirst(emitted).isEmpty)
        #expect(bench.stored.count == stored)
        #expect(bench.updates == nil)
    }

    @Test("reset at run time restores the documented defaults, and later options override them")
    func resetAtRunTime() throws {
        var bench = try TrackingBench(.ios, #"{"geolocation": {"distanceFilter": 50, "stopTimeout": 9}}"#)
        bench.perform(bench.tracking.resetConfig(at: bench.now))
        #expect(bench.tracking.config == TrackingConfig(platform: .ios))
        bench.perform(bench.tracking.configure(at: bench.now) { $0.geolocation.distanceFilter = 10 })
        #expect(bench.tracking.config.geolocation.distanceFilter == 10)
        #expect(bench.tracking.config.geolocation.stopTimeout == 5)
        #expect(bench.kept?.config == bench.tracking.config, "it is not kept for the next launch")
        bench.perform(bench.tracking.configure(at: bench.now) { $0.geolocation.distanceFilter = 70 })
        bench.say(.walking)
        #expect(bench.updates?.distanceFilterMeters == 70)
    }
}
