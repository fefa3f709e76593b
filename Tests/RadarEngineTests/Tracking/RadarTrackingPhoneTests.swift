import RadarEngine
import TrackingModel
import Testing
import RadarEngine
import VisitModel

@Suite("What Radar's tracking requests of the phone")
struct RadarTrackingPhoneTests {
    @Test("on Android the system is asked for updates by the state's intervals")
    func androidUpdates() throws {
        var bench = RadarBench(.android)
        let options = RadarGround.options(on: .android) {
            ($0.desiredStoppedUpdateInterval, $0.fastestStoppedUpdateInterval) = (60, 50)
        }
        let moving = RadarUpdateRequest(interval: 150, fastestInterval: 30, accuracy: .medium)
        let stopped = RadarUpdateRequest(interval: 60, fastestInterval: 50, accuracy: .medium)
        #expect(try bench.start(options) == [.startUpdates(moving), .store])
        try bench.fix(at: 0)
        #expect(!bench.effects.dropFirst(2).contains(.startUpdates(moving)))
        #expect(try bench.fix(at: 150).contains(.startUpdates(stopped)))
        #expect(try bench.fix(at: 210, north: 100).contains(.startUpdates(moving)))
        let end = try bench.run { $0.stop(at: RadarGround.time(300)) }
        #expect(end == [.stopUpdates, .removeRegions(["radar_moving"]), .store])
    }

    @Test("on Android an interval of 0 stops the updates while stopped")
    func androidRest() throws {
        var bench = RadarBench(.android)
        try bench.start(.presetResponsive(on: .android))
        try bench.fix(at: 0)
        let effects = try bench.fix(at: 141)
        #expect(effects.contains(.stopUpdates))
        #expect(effects.removedRegions == ["radar_moving"])
        #expect(effects.addedRegions == ["radar_stopped"])
    }

    @Test("on iOS a timer asks for each update while coarse ones keep the app running")
    func iosTimer() throws {
        var bench = RadarBench(.ios)
        let started = try bench.start(.presetContinuous)
        #expect(
            started == [.stayAwake(showsBlueBar: true), .armTimer(.update, at: RadarGround.time(30)), .store]
        )
        // The timer keeps running, whatever updates come meanwhile.
        let update = try bench.fix(at: 20)
        #expect(!update.contains { if case .armTimer = $0 { true } else { false } })
        #expect(!update.contains(.stayAwake(showsBlueBar: true)))
        let due = try bench.run { $0.timerDue(.update, at: RadarGround.time(31)) }
        #expect(due == [.requestFix(.high), .armTimer(.update, at: RadarGround.time(61))])
        try bench.answer(update, at: 32)
        let stopped = try bench.run { $0.stop(at: RadarGround.time(40)) }
        #expect(stopped == [.cancelTimer(.update), .shutDown, .store])
        #expect(try bench.run { $0.timerDue(.update, at: RadarGround.time(61)) } == [])
    }

    @Test("on iOS an accuracy of none requests medium")
    func iosAccuracy() throws {
        var bench = RadarBench(.ios)
        try bench.start(RadarGround.options(on: .ios) { $0.desiredAccuracy = .none })
        let due = try bench.run { $0.timerDue(.update, at: RadarGround.time(151)) }
        #expect(due.contains(.requestFix(.medium)))
    }

    @Test("on iOS the app may be suspended 10 s after the last timed update, not while an upload is under way")
    func iosShutDown() throws {
        var bench = RadarBench(.ios)
        try bench.start(.presetResponsive)
        try bench.answer(try bench.fix(at: 0), at: 1)
        let stop = try bench.fix(at: 141)
        #expect(stop.contains(.cancelTimer(.update)))
        #expect(stop.contains(.armTimer(.shutDown, at: RadarGround.time(151))))
        #expect(try bench.run { $0.timerDue(.shutDown, at: RadarGround.time(151)) } == [.shutDown, .store])

        var busy = RadarBench(.ios)
        try busy.start(.presetResponsive)
        let upload = try busy.fix(at: 0)
        let other = try busy.fix(at: 141)
        #expect(!other.contains(.armTimer(.shutDown, at: RadarGround.time(151))))
        try busy.answer(other, at: 142)
        let last = try busy.answer(upload, at: 145)
        #expect(last.contains(.armTimer(.shutDown, at: RadarGround.time(155))))
        // Moving again cancels that.
        let moves = try busy.fix(at: 150, north: 200)
        #expect(moves.contains(.cancelTimer(.shutDown)))
        #expect(moves.contains(.armTimer(.update, at: RadarGround.time(300))))
        #expect(try busy.run { $0.timerDue(.shutDown, at: RadarGround.time(155)) } == [])
    }

    @Test("on iOS visits and significant changes are listened to as long as the options say so")
    func iosServices() throws {
        var bench = RadarBench(.ios)
        let start = try bench.start(.presetResponsive)
        #expect(start.contains(.monitorVisits(true)))
        #expect(start.contains(.monitorSignificantChanges(true)))
        let change = try bench.start(.presetEfficient, at: 1)
        #expect(!change.contains(.monitorVisits(true)))
        #expect(change.contains(.monitorSignificantChanges(false)))
        #expect(try bench.run { $0.stop(at: RadarGround.time(2)) }.contains(.monitorVisits(false)))
    }

    @Test("Android's foreground service runs all the time, or only while an upload is under way")
    func foregroundService() throws {
        var always = RadarBench(.android)
        #expect(
            try always.start(.presetContinuous(on: .android)).first
                == .startForegroundService(RadarForegroundServiceOptions())
        )
        let first = try always.fix(at: 0)
        #expect(!first.contains { if case .startForegroundService = $0 { true } else { false } })
        #expect(!(try always.answer(first, at: 1)).contains(.stopForegroundService))
        #expect(try always.run { $0.stop(at: RadarGround.time(2)) }.contains(.stopForegroundService))

        var updatesOnly = RadarBench(.android)
        let service = RadarForegroundServiceOptions(text: "Walking", updatesOnly: true)
        updatesOnly.tracking.setForegroundServiceOptions(service)
        #expect(!(try updatesOnly.start(.presetContinuous(on: .android))).contains(.startForegroundService(service)))
        let upload = try updatesOnly.fix(at: 0)
        #expect(upload.contains(.startForegroundService(service)))
        #expect(try updatesOnly.answer(upload, at: 1).contains(.stopForegroundService))
    }

    @Test("without the permission nothing starts, and the app is notified", arguments: Platform.allCases)
    func noPermission(platform: Platform) throws {
        var bench = RadarBench(platform, availability: RadarAvailability(hasPermission: false))
        #expect(try bench.start(.presetContinuous(on: platform)) == [.emit(.error(.errorPermissions))])
        #expect(!bench.tracking.isTracking)
        let once = try bench.run { $0.trackOnce(at: RadarGround.start) }
        #expect(once == [.emit(.error(.errorPermissions)), .emit(.once(.errorPermissions, nil))])
    }

    @Test("options of the other platform are refused", arguments: Platform.allCases)
    func otherPlatform(platform: Platform) {
        var bench = RadarBench(platform)
        let error = #expect(throws: TrackingEngineError.self) {
            try bench.start(.presetContinuous(on: platform == .ios ? .android : .ios))
        }
        #expect(error?.message.contains("RadarTrackingOptions(platform: .\(platform.rawValue))") == true)
    }

    @Test("what was lost with the permission or with location is requested again when they are back")
    func availability() throws {
        for platform in Platform.allCases {
            for (gone, status) in [
                (RadarAvailability(hasPermission: false), RadarStatus.errorPermissions),
                (RadarAvailability(isLocationOn: false), .errorLocation),
            ] {
                var bench = RadarBench(platform)
                try bench.start(.presetResponsive(on: platform))
                try bench.answer(
                    try bench.fix(at: 0),
                    RadarServerResponse(status: .success, nearbyGeofences: try RadarFencesTests.fences(2)),
                    at: 1
                )
                let lost = try bench.run { $0.availabilityChanged(gone, at: RadarGround.time(5)) }
                #expect(lost.notices == [.error(status)])
                // Android has forgotten its regions with location; otherwise they are removed.
                let isForgotten = platform == .android && status == .errorLocation
                #expect(lost.removedRegions.count == (isForgotten ? 0 : 3))
                #expect(bench.tracking.bubble.id == nil)
                #expect(bench.tracking.isTracking)
                let back = try bench.run { $0.availabilityChanged(RadarAvailability(), at: RadarGround.time(9)) }
                #expect(back.notices == [])
                #expect(back.addedRegions.count == 1)
                switch platform {
                case .ios: #expect(back.contains(.armTimer(.update, at: RadarGround.time(159))))
                case .android: #expect(back.contains { if case .startUpdates = $0 { true } else { false } })
                }
            }
        }
    }

    @Test(
        "after a reboot or a new version Android is moving and monitors again",
        arguments: [RadarRestart.boot, .appReplaced]
    )
    func androidRestart(restart: RadarRestart) throws {
        var bench = RadarBench(.android)
        try bench.start(.presetResponsive(on: .android))
        let answer = RadarServerResponse(status: .success, nearbyGeofences: try RadarFencesTests.fences(2))
        try bench.answer(try bench.fix(at: 0), answer, at: 1)
        let stop = try bench.fix(at: 141)
        bench.tracking = try RadarGround.reborn(bench.tracking)
        #expect(bench.tracking.motion.isStopped)
        let location = try RadarGround.location(at: 200, north: 20)
        let effects = try bench.run { $0.restarted(restart, location: location, at: RadarGround.time(210)) }
        #expect(!bench.tracking.motion.isStopped)
        #expect(effects.removedRegions == [])
        #expect(effects.addedRegions == ["radar_moving"])
        #expect(effects.contains { if case .startUpdates = $0 { true } else { false } })
        #expect(bench.tracking.syncedFences.ids == [])
        // The pending stop waits, and a late answer changes nothing.
        #expect(try bench.answer(stop, at: 211) == [])
        let next = try bench.fix(at: 240, north: 20)
        #expect(next.uploads.map { RadarReplayBufferTests.text($0) } == ["replay 1* 2*"])
        #expect(try bench.answer(next, answer, at: 241).addedRegions == ["radar_sync_0", "radar_sync_1"])
    }

    @Test("after a relaunch the state is restored, and services no longer needed are released")
    func relaunch() throws {
        var bench = RadarBench(.ios)
        let options = RadarGround.options(on: .ios) { $0.stopTrackingAfter = RadarGround.time(1000) }
        try bench.start(options)
        try bench.fix(at: 0)
        try bench.fix(at: 141)
        bench.tracking = try RadarGround.reborn(bench.tracking)
        var late = bench
        let effects = try bench.run { $0.restarted(.relaunch, at: RadarGround.time(500)) }
        #expect(effects == [.monitorVisits(true), .monitorSignificantChanges(true), .store])
        #expect(bench.tracking.motion.isStopped)
        let bubble = try #require(late.tracking.bubble.id)
        let end = try late.run { $0.restarted(.boot, at: RadarGround.time(2000)) }
        #expect(!late.tracking.isTracking)
        #expect(end == [.removeRegions([bubble]), .monitorVisits(false), .monitorSignificantChanges(false), .store])
    }
}
