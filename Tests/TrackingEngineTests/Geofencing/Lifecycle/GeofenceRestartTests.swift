import TrackingTestSupport
import Testing
import TrackingEngine
import VisitModel

@Suite("Geofences over reboots, updates, refusals and process ends")
struct GeofenceRestartTests {
    /// A phone inside the first of 200 fences.
    static func phone(
        _ platform: Platform,
        mode: MonitoredGeofences.Mode = .withLocations
    ) throws -> MonitoredGeofences {
        var phone = try FenceGround.phone(platform, try FenceGround.row(200, every: 50), mode: mode)
        _ = phone.receive(.enter, "f000", fix: try FenceGround.fix(5), at: 5)
        _ = phone.changeMotion(isMoving: false, at: FenceGround.time(6))
        return phone
    }

    @Test("after a reboot Android registers the saved set at once, without a fix, and the next good fix selects")
    func androidReboot() throws {
        var phone = try FenceGround.reborn(try Self.phone(.android, mode: .geofencesOnly))
        let before = phone.active
        let step = phone.reboot()
        #expect(step.removed == [] && step.change == nil && step.stateRequests == [])
        #expect(Set(step.added.map(\.id)) == Set(before + [TrackedRegion.helperID]))
        #expect(step.added.prefix(2).map(\.id) == [TrackedRegion.helperID, "f000"])
        #expect(step.added[1].initialTrigger == .exit)
        #expect(step.added.dropFirst(2).allSatisfy { $0.initialTrigger == .enter })
        #expect(phone.active == before)
        // A fence added meanwhile is placed by the old fix, and the request for a new fix stays.
        _ = phone.add([try FenceGround.fence("new", north: 40)], at: FenceGround.time(3605))
        #expect(phone.needs.fix)
        #expect(phone.receive(try FenceGround.fix(3610, north: 2000, accuracy: 2500)).change == nil)
        #expect(phone.receive(try FenceGround.fix(3620, north: 2000)).change != nil)
        #expect(!phone.needs.fix)
    }

    @Test("after a reboot iOS still has its regions; the state of those the phone was in is requested")
    func iosReboot() throws {
        var phone = try Self.phone(.ios)
        let step = phone.reboot()
        #expect(step.added == [] && step.removed == [])
        #expect(step.stateRequests == FenceGround.regions(["f000"], on: .ios))
    }

    @Test(
        "a fence that was never left is not entered again by a reboot (Tracelet issue 292)",
        arguments: Platform.allCases
    )
    func noSecondEntry(platform: Platform) throws {
        var phone = try Self.phone(platform)
        for hour in 1...9 {
            let second = Double(hour) * 3600
            _ = phone.reboot()
            let step = phone.receive(.enter, "f000", at: second + 10)
            #expect(step.emitted == [])
            #expect(step.refused == ["f000 geofence-duplicate-enter"])
        }
        #expect(phone.stored["f000"]?.hits == 1)
    }

    @Test("a fence with entries only is entered again after a reboot: its exit can't be known")
    func entriesAlone() throws {
        var phone = try FenceGround.phone(.android, [try FenceGround.fence("a", exit: false)])
        _ = phone.receive(.enter, "a", at: 5)
        #expect(phone.reboot().added.first?.initialTrigger == .enter)
        #expect(phone.receive(.enter, "a", at: 70).emitted == ["a ENTER"])
    }

    @Test(
        "an exit while the phone was off is emitted at the system's first report, or at the first conclusive fix",
        arguments: Platform.allCases
    )
    func leftWhileOff(platform: Platform) throws {
        var byFix = try Self.phone(platform)
        _ = byFix.reboot()
        #expect(byFix.receive(try FenceGround.fix(3610, north: 300, accuracy: 300)).emitted == [])
        let step = byFix.receive(try FenceGround.fix(3620, north: 300))
        #expect(step.emitted == ["f000 EXIT"])
        #expect(step.occurrences.first?.origin == .fix)
        var bySystem = try Self.phone(platform)
        _ = bySystem.reboot()
        #expect(bySystem.receive(.exit, "f000", at: 3605).emitted == ["f000 EXIT"])
        // Confirmed inside, the state is as before: one fix outside is no exit.
        var inside = try Self.phone(platform)
        _ = inside.reboot()
        _ = inside.receive(try FenceGround.fix(3610, north: 10))
        #expect(!inside.receive(try FenceGround.fix(3620, north: 300)).emitted.contains("f000 EXIT"))
    }

    @Test("a stay that continued over a reboot dwells only once it is confirmed")
    func dwell() throws {
        var phone = try FenceGround.phone(.ios, [try FenceGround.fence("a", dwell: 60)])
        _ = phone.receive(.enter, "a", at: 5)
        _ = phone.reboot()
        #expect(phone.needs.timer == nil)
        #expect(phone.tick(at: FenceGround.time(3601)).emitted == [])
        #expect(phone.receive(try FenceGround.fix(3610)).emitted == ["a DWELL"])
    }

    @Test("a polygon continues to be tested after a relaunch and after a reboot (Flutter issue 1712)")
    func polygon() throws {
        var phone = try FenceGround.phone(.android, [try FenceGround.square("p")])
        _ = phone.receive(.enter, "p", fix: try FenceGround.fix(5), at: 5)
        phone = try FenceGround.reborn(phone)
        _ = phone.reboot()
        #expect(phone.needs.highRate)
        #expect(phone.receive(.enter, "p", at: 61).emitted == [])
        #expect(phone.receive(try FenceGround.fix(70, north: 230)).emitted == ["p EXIT"])
        #expect(phone.receive(try FenceGround.fix(80, north: 100)).emitted == ["p ENTER"])
    }

    @Test("an update of the app removes what may be left on Android, and registers all again")
    func androidUpdate() throws {
        var phone = try Self.phone(.android, mode: .geofencesOnly)
        let step = phone.update()
        #expect(Set(step.removed) == Set(phone.active + [TrackedRegion.helperID]))
        #expect(Set(step.added.map(\.id)) == Set(step.removed))
        #expect(phone.receive(.enter, "f000", at: 61).emitted == [])
    }

    @Test("the regions iOS really monitors are compared: leftovers removed, missing ones added, those of others kept")
    func reconcile() throws {
        for mode in [MonitoredGeofences.Mode.withLocations, .off] {
            var phone = try FenceGround.phone(.ios, try FenceGround.row(3, every: 100))
            if mode == .off { _ = phone.stop() }
            let ours = FenceGround.regions(["f000", "f001", "old", "f777"], on: .ios)
            let system = ours + ["AF:gym", TrackedRegion.stationaryID]
            let step = phone.update(monitored: system)
            let leftovers = mode == .off ? ["f000", "f001", "f777", "old"] : ["f777", "old"]
            #expect(step.removed == FenceGround.regions(leftovers, on: .ios))
            #expect(step.added.map(\.id) == FenceGround.regions(mode == .off ? [] : ["f002"], on: .ios))
            #expect(step.change == nil)
        }
    }

    @Test("location off and on again: Android registers all again, iOS requests states; entries are not repeated")
    func services() throws {
        for platform in Platform.allCases {
            var phone = try Self.phone(platform)
            let before = phone.active
            #expect(phone.setLocationServices(isAvailable: false).isEmpty)
            #expect(Set(phone.unwatched.keys) == Set(before))
            #expect(phone.unwatched.values.allSatisfy { $0 == .unavailable })
            // Android refuses new regions while location is off.
            let added = phone.add([try FenceGround.fence("new", north: -10)], at: FenceGround.time(61))
            #expect(added.added.map(\.id) == (platform == .ios ? FenceGround.regions(["new"], on: .ios) : []))
            let step = phone.setLocationServices(isAvailable: true)
            #expect(phone.unwatched == [:])
            #expect(Set(step.added.map(\.id)) == Set(platform == .android ? phone.active : []))
            #expect(step.stateRequests == (platform == .ios ? FenceGround.regions(["f000"], on: .ios) : []))
            #expect(phone.setLocationServices(isAvailable: true).isEmpty)
            #expect(phone.receive(.enter, "f000", at: 92).emitted == [])
        }
    }

    @Test("over the limit the nearest that fit are monitored, and the others are named", arguments: Platform.allCases)
    func overLimit(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, try FenceGround.row(12, every: 50, from: -900))
        // Five were refused, one of them the nearest.
        let refused = ["f000", "f008", "f009", "f010", "f011"]
        let step = phone.refuse(
            FenceGround.regions(refused, on: platform),
            because: .overLimit,
            at: FenceGround.time(5)
        )
        #expect(phone.slots == 7)
        #expect(phone.active == (0..<7).map(FenceGround.name))
        #expect(step.added.map(\.id) == FenceGround.regions(["f000"], on: platform))
        #expect(step.removed == FenceGround.regions(["f007"], on: platform))
        #expect(step.change == GeofencesChange(off: ["f007", "f008", "f009", "f010", "f011"]))
        #expect(phone.unwatched.keys.sorted() == ["f008", "f009", "f010", "f011"])
        // Other parts of the app have released their regions.
        _ = phone.stop()
        _ = phone.start(.withLocations, at: FenceGround.time(7))
        #expect(phone.active.count == 12)
        #expect(phone.unwatched == [:])
    }

    @Test("a fence that can't be monitored leaves its slot to the next, until it is added again")
    func unfit() throws {
        var phone = try FenceGround.phone(.ios, try FenceGround.row(30, every: 10))
        let step = phone.refuse(FenceGround.regions(["f003"], on: .ios), because: .unfit, at: FenceGround.time(5))
        #expect(step.change?.off == ["f003"])
        #expect(step.change?.on.map(\.identifier) == ["f018"])
        #expect(phone.unwatched == ["f003": .unfit])
        _ = phone.changeMotion(isMoving: true, at: FenceGround.time(6))
        #expect(!phone.active.contains("f003"))
        _ = phone.add([try FenceGround.fence("f003", north: 30, radius: 50)], at: FenceGround.time(7))
        #expect(phone.active.contains("f003"))
        #expect(phone.unwatched == [:])
    }

    @Test("a region refused because location is off is tried again at the next selection")
    func unavailable() throws {
        var phone = try FenceGround.phone(.android, try FenceGround.row(2, every: 10))
        #expect(phone.refuse(["f001"], because: .unavailable, at: FenceGround.time(5)).isEmpty)
        #expect(phone.unwatched == ["f001": .unavailable])
        #expect(phone.changeMotion(isMoving: true, at: FenceGround.time(9)).added.map(\.id) == ["f001"])
        #expect(phone.unwatched == [:])
        #expect(phone.refuse(["nobody"], because: .overLimit, at: FenceGround.time(10)).isEmpty)
    }
}
