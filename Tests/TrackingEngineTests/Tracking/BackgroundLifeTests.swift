import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Tracking in the background")
struct BackgroundLifeTests {
    private func heartbeats(_ bench: TrackingBench) -> Int {
        bench.emitted.filter { if case .heartbeat = $0 { true } else { false } }.count
    }

    @Test("Android's service runs with the notification of the configuration")
    func notification() throws {
        var bench = try TrackingBench(.android, #"{"app": {"notification": {"title": "On the way"}}}"#, starts: false)
        let effects = try bench.tracking.start(at: bench.now)
        let titles = effects.compactMap {
            if case .foregroundService(let notification) = $0 { notification?.title } else { nil }
        }
        #expect(titles == ["On the way"])
        #expect(try TrackingBench(.ios).hasService == false)
    }

    @Test("the service's notification follows the configuration while it runs, and is not requested otherwise")
    func notificationChanges() throws {
        var bench = try TrackingBench(.android, starts: false)
        func shown(_ patch: String) throws -> [String?] {
            try bench.tracking.configure(ConfigPatch.read(json: patch).patch, at: bench.now).compactMap {
                if case .foregroundService(let notification) = $0 { notification?.text } else { nil }
            }
        }
        #expect(try shown(#"{"app": {"notification": {"text": "Before"}}}"#) == [])
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.hasService)
        #expect(try shown(#"{"app": {"notification": {"text": "At work"}}}"#) == ["At work"])
        #expect(try shown(#"{"app": {"notification": {"text": "At work"}}}"#) == [])
        #expect(try shown(#"{"geolocation": {"distanceFilter": 77}}"#) == [])
        bench.perform(bench.tracking.stop(at: bench.now))
        #expect(try shown(#"{"app": {"notification": {"text": "After"}}}"#) == [])
    }

    @Test("after a reboot a headless app is notified before it is opened", arguments: [true, false])
    func headlessBoot(isHeadless: Bool) throws {
        let options = #"{"app": {"startOnBoot": true, "stopOnTerminate": false, "enableHeadless": \#(isHeadless)}}"#
        var bench = try TrackingBench(.android, options)
        try bench.relaunch(.boot, didReboot: true)
        #expect(bench.hasService)
        bench.say(.walking)
        #expect(bench.emitted.isEmpty == !isHeadless)
        #expect(bench.stored.map(\.location.event) == [.motionChange])
    }

    @Test(
        "after a reboot iOS resumes with the region's exit or a fetch; without startOnBoot when the member opens the app",
        arguments: [(true, true, true), (true, false, true), (false, false, false), (false, true, false)],
        [TrackingLaunch.event, .backgroundFetch]
    )
    func boot(row: (startsOnBoot: Bool, stops: Bool, goesOn: Bool), launch: TrackingLaunch) throws {
        let options = #"{"app": {"startOnBoot": \#(row.startsOnBoot), "stopOnTerminate": \#(row.stops)}}"#
        var bench = try TrackingBench(.ios, options)
        #expect(bench.region != nil)
        try bench.relaunch(launch, didReboot: true)
        #expect(bench.region != nil, "iOS keeps the region over the reboot")
        if launch == .event {
            bench.north += 220
            bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(20)))
        }
        try bench.ready()
        bench.say(.walking)
        #expect((bench.updates != nil) == row.goesOn)
        #expect(bench.tracking.state.isEnabled)
        bench.say(.appChanged(.foreground))
        #expect(bench.updates != nil, "the opened app is tracking")
        #expect(bench.motionChanges.last == true)
        #expect(bench.switches.isEmpty)
    }

    @Test("what the app turns on or off ends the sleep after a reboot")
    func wokenByApp() throws {
        for starts in [true, false] {
            var bench = try TrackingBench(.ios)
            try bench.relaunch(.backgroundFetch, didReboot: true)
            try bench.ready()
            bench.perform(starts ? try bench.tracking.start(at: bench.now) : bench.tracking.stop(at: bench.now))
            #expect(bench.tracking.state.isEnabled == starts)
            bench.say(.walking)
            #expect((bench.updates != nil) == starts)
        }
    }

    @Test("in a heartbeat the app may ask where it is, and that is recorded", arguments: Platform.allCases)
    func position(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"app": {"heartbeatInterval": 60, "preventSuspend": true}}"#)
        bench.say(.appChanged(.background))
        bench.wait(61)
        #expect(heartbeats(bench) == 1)
        let stored = bench.stored.count
        var request = PositionRequest()
        (request.samples, request.persist) = (1, true)
        bench.perform(bench.tracking.getCurrentPosition(request, at: bench.now).effects)
        #expect(bench.stored.count == stored + 1)
        #expect(bench.stored.last?.isForced == true)
        #expect(!bench.tracking.isMoving)
        bench.wait(60)
        #expect(heartbeats(bench) == 2, "the heartbeats go on")
    }

    @Test("heartbeats that iOS holds back come at once when anything moves, and for two minutes")
    func moved() throws {
        var bench = try TrackingBench(.ios, #"{"app": {"preventSuspend": true}}"#)
        bench.say(.powerChanged(isCharging: false, isScreenOn: false, isPowerSaving: false, batteryLevel: 0.5))
        bench.say(.appChanged(.background))
        bench.wait(1_000)
        #expect(heartbeats(bench) == 2)
        // Too low a confidence for the moving state.
        bench.say(.walking, 30)
        bench.wait(1)
        #expect(heartbeats(bench) == 3)
        bench.wait(1_000)
        #expect(heartbeats(bench) == 5)
    }

    @Test("an option that is set at run time holds at once: another heartbeat, another schedule")
    func atRunTime() throws {
        var bench = try TrackingBench(.android, #"{"app": {"heartbeatInterval": 60, "schedule": ["2 18:00-19:00"]}}"#)
        bench.say(.appChanged(.background))
        bench.wait(121)
        #expect(heartbeats(bench) == 2)
        bench.perform(bench.tracking.configure(at: bench.now) { $0.app.heartbeatInterval = 120 })
        bench.wait(110)
        #expect(heartbeats(bench) == 2)
        bench.wait(20)
        #expect(heartbeats(bench) == 3)
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        #expect(!bench.tracking.state.isEnabled)
        bench.perform(bench.tracking.configure(at: bench.now) { $0.app.schedule = ["2 11:00-14:00"] })
        #expect(bench.tracking.state.isEnabled)
        #expect(bench.kept?.config.app.schedule == ["2 11:00-14:00"])
    }
}
