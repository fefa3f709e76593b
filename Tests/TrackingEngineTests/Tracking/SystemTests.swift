import Testing
import VisitModel

@testable import TrackingEngine

@Suite("What the phone reports about itself")
struct SystemTests {
    private func heartbeats(_ bench: TrackingBench) -> Int {
        bench.emitted.filter { if case .heartbeat = $0 { true } else { false } }.count
    }

    @Test(
        "heartbeats come in the background while stationary: on Android where they are on, on iOS with preventSuspend",
        arguments: [
            (Platform.android, "{}", 0), (.android, #"{"app": {"heartbeatInterval": 60}}"#, 10),
            (.android, #"{"app": {"heartbeatInterval": 10}}"#, 10), (.ios, "{}", 0),
            (.ios, #"{"app": {"preventSuspend": true}}"#, 10),
        ]
    )
    func heartbeat(platform: Platform, options: String, count: Int) throws {
        var bench = try TrackingBench(platform, options)
        bench.wait(600)
        #expect(heartbeats(bench) == 0, "in front")
        bench.say(.appChanged(.background))
        bench.wait(605)
        #expect(heartbeats(bench) == count)
        bench.say(.walking)
        bench.wait(600)
        #expect(heartbeats(bench) == count, "while moving")
        #expect(bench.staysAwake == options.contains("preventSuspend"))
    }

    @Test("iOS holds heartbeats back two minutes into the background, until the screen comes on or something moves")
    func throttle() throws {
        var bench = try TrackingBench(.ios, #"{"app": {"preventSuspend": true}}"#)
        bench.say(.powerChanged(isCharging: false, isScreenOn: false, isPowerSaving: false, batteryLevel: 0.5))
        bench.say(.appChanged(.background))
        bench.wait(1_000)
        #expect(heartbeats(bench) == 2)
        bench.say(.powerChanged(isCharging: false, isScreenOn: true, isPowerSaving: false, batteryLevel: 0.5))
        bench.wait(130)
        #expect(heartbeats(bench) >= 4)
        bench.say(.powerChanged(isCharging: true, isScreenOn: false, isPowerSaving: false, batteryLevel: 0.5))
        let before = heartbeats(bench)
        bench.wait(601)
        #expect(heartbeats(bench) == before + 10)
    }

    @Test(
        "heartbeats that iOS holds back come at once when the screen comes on or the phone is charged",
        arguments: [true, false]
    )
    func resumes(byScreen: Bool) throws {
        var bench = try TrackingBench(.ios, #"{"app": {"preventSuspend": true}}"#)
        bench.say(.powerChanged(isCharging: false, isScreenOn: false, isPowerSaving: false, batteryLevel: 0.5))
        bench.say(.appChanged(.background))
        bench.wait(1_000)
        #expect(heartbeats(bench) == 2)
        bench.say(.powerChanged(isCharging: !byScreen, isScreenOn: byScreen, isPowerSaving: false, batteryLevel: 0.5))
        bench.wait(1)
        #expect(heartbeats(bench) == 3)
    }

    @Test("a heartbeat has the last known location, and asks the phone for none")
    func heartbeatLocation() throws {
        var bench = try TrackingBench(.android, #"{"app": {"heartbeatInterval": 60}}"#)
        bench.say(.appChanged(.background))
        let stored = bench.stored.count
        bench.wait(61)
        guard case .heartbeat(let location?)? = bench.emitted.last else {
            Issue.record("the last event is \(String(describing: bench.emitted.last))")
            return
        }
        #expect(location.fix.time < bench.now)
        #expect(bench.stored.count == stored)
    }

    @Test("power saving is emitted when it changes, and not with every change of the power")
    func powerSave() throws {
        var bench = try TrackingBench(.android)
        for isSaving in [false, true, true, false] {
            bench.say(.powerChanged(isCharging: false, isScreenOn: true, isPowerSaving: isSaving, batteryLevel: 0.3))
        }
        let emitted = bench.emitted.compactMap { if case .powerSaveChange(let isSaving) = $0 { isSaving } else { nil } }
        #expect(emitted == [true, false])
    }

    @Test("a change of the location services is emitted and recorded, on Android unless that is disabled")
    func provider() throws {
        for (platform, options, isRecorded) in [
            (Platform.ios, "{}", true), (.android, "{}", true),
            (.android, #"{"persistence": {"disableProviderChangeRecord": true}}"#, false),
        ] {
            var bench = try TrackingBench(platform, options)
            let state = ProviderState(isEnabled: false, status: .authorizedAlways, hasGPS: false)
            bench.say(.providerChanged(state))
            #expect(bench.emitted.suffix(2) == [.providerChange(state), .locationFailed(.denied)])
            #expect((bench.stored.last?.location.event == .providerChange) == isRecorded, "\(platform) \(options)")
        }
    }

    @Test("activity changes are emitted once each; Android's confidence is always 100", arguments: Platform.allCases)
    func activity(platform: Platform) throws {
        var bench = try TrackingBench(platform)
        for (activity, confidence) in [(Activity.still, 40), (.still, 90), (.walking, 60), (.walking, 80)] {
            bench.say(activity, confidence)
        }
        let emitted = bench.emitted.compactMap { event -> String? in
            guard case .activityChange(let activity, let confidence) = event else { return nil }
            return "\(activity.rawValue) \(confidence)"
        }
        #expect(emitted == (platform == .ios ? ["still 40", "walking 60"] : ["still 100", "walking 100"]))
    }

    @Test("the schedule turns tracking on and off, and from one mode to the other with no stop between")
    func schedule() throws {
        let entries =
            #"{"app": {"schedule": ["2 13:00-14:00", "2 14:00-15:00 geofence"], "scheduleUseAlarmManager": true}}"#
        var bench = try TrackingBench(.android, entries)
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        #expect(bench.switches == [true, false], "outside of a window the schedule stops")
        bench.wait(3_600)
        #expect(bench.switches == [true, false, true])
        #expect(bench.tracking.state.mode == .location)
        bench.wait(3_600)
        #expect(bench.switches == [true, false, true])
        #expect(bench.tracking.state.mode == .geofences)
        bench.wait(3_601)
        #expect(bench.switches == [true, false, true, false])
        let events = bench.emitted.compactMap { if case .schedule(let state) = $0 { state.isEnabled } else { nil } }
        #expect(events == [false, true, true, false])
    }

    @Test("iOS evaluates the schedule at a pause, a resume, any location and a background fetch, and not before")
    func scheduleWakes() throws {
        let signals: [(TrackingBench) -> TrackingSignal] = [
            { _ in .appChanged(.background) }, { _ in .appChanged(.foreground) }, { _ in .backgroundFetch },
            { .fix($0.fix(8), .single) }, { .fix($0.fix(900), .significantChange) },
        ]
        for signal in signals {
            var bench = try TrackingBench(.ios, #"{"app": {"schedule": ["2 13:00-14:00"]}}"#, starts: false)
            bench.perform(bench.tracking.startSchedule(at: bench.now))
            bench.wait(3_700)
            #expect(!bench.tracking.state.isEnabled)
            let wake = signal(bench)
            bench.say(wake)
            #expect(bench.tracking.state.isEnabled, "\(wake)")
        }
    }

    @Test("start overrides the schedule outside of its windows, until its next edge", arguments: Platform.allCases)
    func startOverSchedule(platform: Platform) throws {
        let entries = #"{"app": {"schedule": ["2 13:00-14:00"], "scheduleUseAlarmManager": true}}"#
        var bench = try TrackingBench(platform, entries, starts: false)
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        #expect(!bench.tracking.state.isEnabled)
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.tracking.state.isEnabled)
        #expect(bench.tracking.state.isSchedulerEnabled)
        bench.wait(1_800)
        bench.say(.backgroundFetch)
        #expect(bench.tracking.state.isEnabled, "the schedule turned off what was started by hand")
        bench.wait(6_000)
        bench.say(.backgroundFetch)
        #expect(!bench.tracking.state.isEnabled)
    }

    @Test("the network is emitted at the start, and then when it comes or goes, not when it changes to another")
    func connectivity() throws {
        var bench = try TrackingBench(.ios, starts: false)
        func emitted() -> [Bool] {
            bench.emitted.compactMap { if case .connectivityChange(let isOn) = $0 { isOn } else { nil } }
        }
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(emitted() == [true])
        for connection in [PhoneFacts.Connection.cellular, .none, .none, .wifi, .cellular] {
            bench.say(.connectionChanged(connection))
        }
        #expect(emitted() == [true, false, true])
        bench.say(.connectionChanged(.none))
        bench.perform(bench.tracking.stop(at: bench.now))
        bench.perform(try bench.tracking.startGeofences(at: bench.now))
        #expect(emitted() == [true, false, true, false, false])
    }

    @Test("stopSchedule leaves tracking on; stop leaves the schedule on")
    func stopSchedule() throws {
        var bench = try TrackingBench(.ios, #"{"app": {"schedule": ["2 11:00-14:00"]}}"#, starts: false)
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        #expect(bench.tracking.state.isEnabled)
        bench.perform(bench.tracking.stop(at: bench.now))
        #expect(bench.tracking.state.isSchedulerEnabled)
        #expect(bench.significantChanges, "nothing wakes the app for the schedule")
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        bench.perform(bench.tracking.stopSchedule(at: bench.now))
        #expect(bench.tracking.state.isEnabled)
        #expect(!bench.tracking.state.isSchedulerEnabled)
    }

    @Test("an unreadable entry is reported, and no schedule starts")
    func badSchedule() throws {
        var bench = try TrackingBench(.ios, #"{"app": {"schedule": ["9 11:00-14:00"]}}"#, starts: false)
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        #expect(bench.warnings == ["app.schedule"])
        #expect(!bench.tracking.state.isSchedulerEnabled)
    }
}
