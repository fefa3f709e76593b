import Testing
import TrackingEngine
import VisitModel

@Suite("When geofences are selected again")
struct GeofenceCadenceTests {
    /// A phone with more fences than slots, moving since second 0.
    static func mover(
        _ platform: Platform,
        mode: MonitoredGeofences.Mode = .withLocations
    ) throws -> MonitoredGeofences {
        var phone = try FenceGround.phone(platform, try FenceGround.row(200, every: 100), mode: mode)
        _ = phone.changeMotion(isMoving: true, fix: try FenceGround.fix(0), at: FenceGround.start)
        return phone
    }

    @Test("once a minute while moving, by the last recorded fix", arguments: Platform.allCases)
    func minute(platform: Platform) throws {
        var phone = try Self.mover(platform)
        for second in stride(from: 5.0, to: 60, by: 5) {
            let step = phone.receive(try FenceGround.fix(second, north: second * 20))
            #expect(step.change == nil, "\(second)")
            #expect(phone.needs.timer == FenceGround.time(60))
        }
        #expect(phone.tick(at: FenceGround.time(59.9)).change == nil)
        let step = phone.tick(at: FenceGround.time(60))
        #expect(step.change?.on.isEmpty == false)
        #expect(phone.needs.timer == nil)
        #expect(phone.tick(at: FenceGround.time(500)).isEmpty)
        #expect(phone.receive(try FenceGround.fix(501, north: 3000)).change != nil)
    }

    @Test("never while stationary, and both on starting to move and on stopping")
    func motion() throws {
        var phone = try Self.mover(.ios)
        let place = try FenceGround.fix(10, north: 1500)
        let stopped = phone.changeMotion(isMoving: false, fix: place, at: FenceGround.time(10))
        #expect(stopped.change != nil)
        for second in stride(from: 60.0, to: 600, by: 60) {
            #expect(phone.receive(try FenceGround.fix(second, north: 500 + second * 10)).change == nil)
            #expect(phone.needs.timer == nil)
        }
        #expect(phone.changeMotion(isMoving: true, at: FenceGround.time(600)).change != nil)
    }

    @Test("at once where a fence is added or removed, the radius or the maximum changes, or tracking starts")
    func triggers() throws {
        var phone = try Self.mover(.ios)
        _ = phone.receive(try FenceGround.fix(1, north: 1000))
        let added = phone.add([try FenceGround.fence("new", north: 1000)], at: FenceGround.time(2))
        #expect(added.change?.off.isEmpty == false)
        _ = phone.receive(try FenceGround.fix(3, north: 2000))
        #expect(phone.remove(["f150"], at: FenceGround.time(4)).change != nil)
        _ = phone.receive(try FenceGround.fix(5, north: 3000))
        let same = FenceGround.rules(on: .ios) { $0.geofenceInitialTriggerEntry = false }
        #expect(phone.set(same, at: FenceGround.time(6)).isEmpty)
        let radius = FenceGround.rules(on: .ios) { $0.geofenceProximityRadius = 450 }
        #expect(phone.set(radius, at: FenceGround.time(7)).change != nil)
        #expect(phone.active == (26...34).map(FenceGround.name))
        let maximum = FenceGround.rules(on: .ios) {
            $0.geofenceProximityRadius = 450
            $0.maxMonitoredGeofences = 3
        }
        #expect(phone.set(maximum, at: FenceGround.time(8)).change?.off.count == 6)
        _ = phone.receive(try FenceGround.fix(9, north: 9000))
        #expect(phone.start(.withLocations, at: FenceGround.time(10)).change != nil)
        #expect(phone.active == (89...91).map(FenceGround.name))
    }

    @Test("iOS in geofences-only mode selects by significant changes, which count for nothing in the other mode")
    func significantChanges() throws {
        for (mode, chooses) in [(MonitoredGeofences.Mode.geofencesOnly, true), (.withLocations, false)] {
            var phone = try FenceGround.phone(.ios, try FenceGround.row(200, every: 100), mode: mode)
            #expect(phone.needs.significantChanges == chooses)
            #expect(phone.helper == nil)
            let step = phone.processSignificantChange(try FenceGround.fix(20, north: 4000), at: FenceGround.time(20))
            #expect((step.change != nil) == chooses)
            // A fix of another kind changes nothing on a phone that does not move.
            #expect(phone.receive(try FenceGround.fix(400, north: 9000)).change == nil)
        }
        let few = try FenceGround.phone(.ios, try FenceGround.row(3, every: 100), mode: .geofencesOnly)
        #expect(!few.needs.significantChanges)
    }

    @Test("Android in geofences-only mode selects by a helper region of half the radius, removed before it is re-added")
    func helper() throws {
        let fences = try FenceGround.row(200, every: 100)
        var phone = try FenceGround.phone(.android, fences, mode: .geofencesOnly)
        let first = try #require(phone.helper)
        #expect(first.id == TrackedRegion.helperID)
        #expect(first.radiusMeters == 500)
        #expect(first.center == (try FenceGround.place(-1000)))
        #expect(first.transitions == .exit && first.initialTrigger == .exit)
        let exit = try FenceGround.fix(300, north: -400)
        let step = phone.process(.exit, of: [TrackedRegion.helperID], fix: exit, at: FenceGround.time(300))
        #expect(step.removed.contains(TrackedRegion.helperID))
        #expect(step.added.first?.center == exit.coordinate)
        #expect(step.change?.on.isEmpty == false)
        // Without a fix one is requested, and its arrival starts the selection.
        let blind = phone.process(.exit, of: [TrackedRegion.helperID], at: FenceGround.time(400))
        #expect(blind.isEmpty)
        #expect(phone.needs.fix)
        #expect(phone.receive(try FenceGround.fix(410, north: 600)).change != nil)
        #expect(!phone.needs.fix)
    }

    @Test("the helper region stays where no fence is near, and is absent where everything is monitored")
    func helperAlone() throws {
        var phone = try FenceGround.phone(.android, try FenceGround.row(3, every: 100), mode: .geofencesOnly) {
            $0.geofenceProximityRadius = 1000
        }
        let far = try FenceGround.fix(10, north: -90_000)
        let step = phone.process(.exit, of: [TrackedRegion.helperID], fix: far, at: FenceGround.time(10))
        #expect(phone.active == [])
        #expect(step.added.map(\.id) == [TrackedRegion.helperID])
        _ = phone.set(FenceGround.rules(on: .android), at: FenceGround.time(11))
        #expect(phone.helper == nil)
        #expect(phone.active.count == 3)
        #expect(try FenceGround.phone(.android, try FenceGround.row(200, every: 9)).helper == nil)
    }

    @Test("geofenceModeHighAccuracy requests a stream of fixes on Android, only with fences and while moving")
    func stream() throws {
        for (platform, mode, isMoving, wanted) in [
            (Platform.android, MonitoredGeofences.Mode.geofencesOnly, true, true),
            (.android, .geofencesOnly, false, false), (.android, .withLocations, true, false),
            (.ios, .geofencesOnly, true, false),
        ] {
            var phone = try FenceGround.phone(platform, mode: mode) { $0.geofenceModeHighAccuracy = true }
            _ = phone.changeMotion(isMoving: isMoving, at: FenceGround.time(1))
            #expect(phone.needs.stream == wanted)
        }
    }
}
