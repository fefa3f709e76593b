import Testing
import TrackingEngine
import VisitModel

@Suite("Adding, removing, starting and stopping geofences")
struct GeofenceControlTests {
    @Test("nothing is monitored before start, and everything that fits after it", arguments: Platform.allCases)
    func start(platform: Platform) throws {
        var phone = MonitoredGeofences(platform: platform, rules: FenceGround.rules(on: platform))
        #expect(phone.add(try FenceGround.row(3, every: 100), at: FenceGround.start).isEmpty)
        #expect(phone.stored.count == 3)
        let step = phone.start(.withLocations, at: FenceGround.time(1))
        #expect(step.added.map(\.id) == FenceGround.regions(["f000", "f001", "f002"], on: platform))
        #expect(step.change?.on.map(\.identifier) == ["f000", "f001", "f002"])
        #expect(step.change?.off == [])
        #expect(step.stateRequests == (platform == .ios ? step.added.map(\.id) : []))
    }

    @Test("stop gives every region back and keeps the fences with their states", arguments: Platform.allCases)
    func stop(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, try FenceGround.row(2, every: 100), mode: .geofencesOnly) {
            $0.geofenceProximityRadius = 5000
        }
        _ = phone.receive(.enter, "f000", at: 5)
        let step = phone.stop()
        var expected = FenceGround.regions(["f000", "f001"], on: platform)
        if platform == .android { expected.append(TrackedRegion.helperID) }
        #expect(step.removed.sorted() == expected.sorted())
        #expect(step.change == GeofencesChange(off: ["f000", "f001"]))
        #expect(phone.stored.count == 2)
        #expect(phone.stored["f000"]?.entryState == .inside)
        #expect(phone.receive(.exit, "f000", at: 7).isEmpty)
        #expect(phone.receive(try FenceGround.fix(8, north: 9000)).isEmpty)
        #expect(phone.stop().isEmpty)
        #expect(phone.needs == GeofencingNeeds())
    }

    @Test("after stop and start a fence that was never left is not entered again, and one that was left emits its exit")
    func startAgain() throws {
        for platform in Platform.allCases {
            var phone = try FenceGround.phone(platform, try FenceGround.row(2, every: 100))
            _ = phone.receive(.enter, "f000", "f001", at: 5)
            _ = phone.stop()
            let step = phone.start(.withLocations, at: FenceGround.time(60))
            #expect(step.added.allSatisfy { $0.initialTrigger == .exit })
            #expect(step.stateRequests == (platform == .ios ? step.added.map(\.id) : []))
            #expect(phone.receive(.enter, "f000", at: 61).emitted == [])
            #expect(phone.receive(.exit, "f001", at: 62).emitted == ["f001 EXIT"])
            #expect(phone.receive(try FenceGround.fix(63, north: -5000)).emitted == [])
        }
    }

    @Test(
        "a change of mode registers nothing again: no duplicate entry, no lost exit (React Native issue 2557)",
        arguments: Platform.allCases
    )
    func modes(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, try FenceGround.row(3, every: 300))
        #expect(phone.receive(.enter, "f000", fix: try FenceGround.fix(5), at: 5).emitted == ["f000 ENTER"])
        let modes: [MonitoredGeofences.Mode] = [.geofencesOnly, .withLocations, .geofencesOnly]
        for (second, mode) in zip([10.0, 20, 30], modes) {
            #expect(phone.start(mode, fix: try FenceGround.fix(second), at: FenceGround.time(second)).isEmpty)
            #expect(phone.mode == mode)
            #expect(phone.receive(.enter, "f000", at: second + 1).emitted == [])
        }
        #expect(phone.receive(.exit, "f000", fix: try FenceGround.fix(40, north: 260), at: 40).emitted == ["f000 EXIT"])
        #expect(phone.receive(.enter, "f001", at: 41).emitted == ["f001 ENTER"])
    }

    @Test("with more fences than slots a change of mode only moves the helper region")
    func helperOnly() throws {
        var phone = try FenceGround.phone(.android, try FenceGround.row(200, every: 20))
        let alone = phone.start(.geofencesOnly, at: FenceGround.time(1))
        #expect(alone.added.map(\.id) == [TrackedRegion.helperID])
        #expect(alone.change == nil && alone.removed == [])
        let both = phone.start(.withLocations, at: FenceGround.time(2))
        #expect(both.removed == [TrackedRegion.helperID])
        #expect(both.change == nil && both.added == [])
    }

    @Test("removing some emits which; removing every fence emits a change with both lists empty")
    func removal() throws {
        var phone = try FenceGround.phone(.ios, try FenceGround.row(3, every: 100))
        let some = phone.remove(["f001", "nobody"], at: FenceGround.time(1))
        #expect(some.change == GeofencesChange(off: ["f001"]))
        #expect(some.removed == FenceGround.regions(["f001"], on: .ios))
        #expect(phone.remove(["f001"], at: FenceGround.time(2)).isEmpty)
        let all = phone.remove(at: FenceGround.time(3))
        #expect(all.change == GeofencesChange())
        #expect(all.removed == FenceGround.regions(["f000", "f002"], on: .ios))
        #expect(phone.remove(at: FenceGround.time(4)).isEmpty)
    }

    @Test("a fence that is added again starts over: its state, its hits and its region", arguments: Platform.allCases)
    func again(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, [try FenceGround.fence("a")])
        _ = phone.receive(.enter, "a", at: 5)
        #expect(phone.stored["a"]?.hits == 1)
        let region = FenceGround.regions(["a"], on: platform)
        let step = phone.add([try FenceGround.fence("a", radius: 300)], at: FenceGround.time(6))
        // Android keeps the state of a name until it is removed; iOS replaces a region of the same name.
        #expect(step.removed == (platform == .android ? region : []))
        #expect(step.added.map(\.radiusMeters) == [300])
        #expect(step.added.map(\.id) == region)
        #expect(step.change?.on.map(\.radiusMeters) == [300])
        #expect(step.change?.off == [])
        #expect(phone.stored["a"]?.hits == 0)
        #expect(phone.stored["a"]?.entryState == .outside)
        #expect(phone.receive(.exit, "a", at: 7).emitted == [])
        #expect(phone.receive(.enter, "a", at: 8).emitted == ["a ENTER"])
    }

    @Test("a fence that is added again too far away is released", arguments: Platform.allCases)
    func againFar(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, try FenceGround.row(2, every: 100)) {
            $0.geofenceProximityRadius = 3000
        }
        let step = phone.add([try FenceGround.fence("f000", north: 50_000)], at: FenceGround.time(1))
        #expect(step.removed == FenceGround.regions(["f000"], on: platform))
        #expect(step.added == [])
        #expect(step.change == GeofencesChange(off: ["f000"]))
    }

    @Test("with the profile's switch adding the same fence again changes nothing (React Native issue 216)")
    func unchanged() throws {
        var profile = GeofencingProfile(platform: .android)
        profile.keepsStateOfUnchanged = true
        var phone = try FenceGround.phone(.android, [try FenceGround.fence("a")], profile: profile)
        _ = phone.receive(.enter, "a", at: 5)
        #expect(phone.add([try FenceGround.fence("a")], at: FenceGround.time(6)).isEmpty)
        #expect(phone.stored["a"]?.hits == 1)
        #expect(phone.add([try FenceGround.fence("a", radius: 201)], at: FenceGround.time(7)).added.count == 1)
        #expect(phone.stored["a"]?.hits == 0)
    }

    @Test(
        "each fence's region asks for what its record needs",
        arguments: [
            // entry, exit, dwell, initial trigger; Android's transitions and initial trigger
            (true, true, false, true, 3, 1), (true, false, false, true, 1, 1), (false, true, false, true, 3, 1),
            (true, true, true, true, 7, 5), (false, false, true, true, 7, 5), (true, true, true, false, 7, 0),
            (false, true, false, false, 3, 1),
        ]
    )
    func regions(entry: Bool, exit: Bool, dwell: Bool, initial: Bool, transitions: Int, trigger: Int) throws {
        for platform in Platform.allCases {
            var phone = try FenceGround.phone(platform) { $0.geofenceInitialTriggerEntry = initial }
            let fence = try FenceGround.fence("a", entry: entry, exit: exit, dwell: dwell ? 90 : nil)
            let region = try #require(phone.add([fence], at: FenceGround.time(1)).added.first)
            // iOS has no dwell.
            let known = platform == .ios ? 3 : 7
            #expect(region.transitions.rawValue == transitions & known)
            #expect(region.initialTrigger.rawValue == trigger & known)
            #expect(region.loiteringDelay == (dwell && platform == .android ? .seconds(90) : .zero))
        }
    }
}
