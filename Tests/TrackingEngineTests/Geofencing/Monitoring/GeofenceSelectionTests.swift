import Testing
import TrackingEngine
import VisitModel

@Suite("Which geofences are monitored")
struct GeofenceSelectionTests {
    @Test(
        "as many as the platform has slots beside its own regions, or as maxMonitoredGeofences says",
        arguments: [
            (Platform.ios, nil, 18), (.ios, 5, 5), (.ios, 20, 18), (.ios, 0, 18), (.android, nil, 97),
            (.android, 12, 12), (.android, 500, 97), (.android, -1, 97),
        ] as [(Platform, Int?, Int)]
    )
    func slots(platform: Platform, maximum: Int?, slots: Int) throws {
        let phone = try FenceGround.phone(platform, try FenceGround.row(150, every: 5, from: -900)) {
            if let maximum { $0.maxMonitoredGeofences = maximum }
        }
        #expect(phone.slots == slots)
        #expect(phone.active.count == slots)
    }

    @Test("the number of reserved slots comes from the profile", arguments: [(Platform.ios, 1, 19), (.android, 1, 99)])
    func reserved(platform: Platform, reserved: Int, slots: Int) throws {
        var profile = GeofencingProfile(platform: platform)
        profile.reservedSlots = reserved
        let phone = try FenceGround.phone(platform, try FenceGround.row(150, every: 5, from: -900), profile: profile)
        #expect(phone.active.count == slots)
    }

    @Test(
        "without a proximity radius everything is watched that fits, however far; above that the usual radius holds",
        arguments: Platform.allCases
    )
    func unset(platform: Platform) throws {
        let far = try FenceGround.row(18, every: 5000)
        var phone = try FenceGround.phone(platform, far)
        #expect(phone.active.count == 18)
        #expect(!phone.isBounded)
        let more = try (0..<90).map { try FenceGround.fence("g\($0)", north: 200_000 + Double($0)) }
        _ = phone.add(more, at: FenceGround.time(1))
        #expect(phone.isBounded)
        // The phone is 1000 m south of the first, with an accuracy of 10 m: 2000 m on iOS, 1000 m on Android.
        #expect(phone.active == [FenceGround.name(0)])
    }

    @Test("a proximity radius that is set bounds what is watched, however few there are")
    func set() throws {
        let phone = try FenceGround.phone(.android, try FenceGround.row(9, every: 500)) {
            $0.geofenceProximityRadius = 2100
        }
        #expect(phone.active == (0..<3).map(FenceGround.name))
        #expect(phone.isBounded)
    }

    @Test("a radius under 100 m counts as 100 m")
    func least() {
        #expect(FenceGround.rules(on: .ios) { $0.geofenceProximityRadius = 5 }.radiusMeters == 100)
        #expect(FenceGround.rules(on: .ios).radiusMeters == 2000)
        #expect(FenceGround.rules(on: .android).radiusMeters == 1000)
    }

    @Test(
        "the accuracy of the fix widens the radius, and the distance is to the centre, not to the edge",
        arguments: [(10.0, 1), (600, 2), (nil, 1)] as [(Double?, Int)]
    )
    func accuracy(accuracy: Double?, count: Int) throws {
        var phone = MonitoredGeofences(
            platform: .android,
            rules: FenceGround.rules(on: .android) { $0.geofenceProximityRadius = 1000 }
        )
        _ = phone.add(
            [
                try FenceGround.fence("near", north: 990), try FenceGround.fence("wide", north: 1500, radius: 1200),
                try FenceGround.fence("far", north: 1700),
            ],
            at: FenceGround.start
        )
        _ = phone.start(.withLocations, fix: try FenceGround.fix(0, accuracy: accuracy), at: FenceGround.start)
        #expect(phone.active == ["near", "wide"].prefix(count).map(\.self))
    }

    @Test("the nearest come first, equally near ones by name, and the rest waits")
    func order() throws {
        var phone = try FenceGround.phone(.ios) { $0.maxMonitoredGeofences = 2 }
        let step = phone.add(
            [
                try FenceGround.fence("c", north: -1300), try FenceGround.fence("b", north: -900),
                try FenceGround.fence("a", north: -900), try FenceGround.fence("d", north: -500),
            ],
            at: FenceGround.time(1)
        )
        #expect(step.added.map(\.id) == FenceGround.regions(["a", "b"], on: .ios))
        #expect(step.change == GeofencesChange(on: try ["a", "b"].map { try FenceGround.fence($0, north: -900) }))
        #expect(phone.active == ["a", "b"])
    }

    @Test("a fence that the phone is in keeps its slot, though others are nearer", arguments: Platform.allCases)
    func kept(platform: Platform) throws {
        let wide = try FenceGround.fence("wide", north: 0, radius: 3000)
        var phone = try FenceGround.phone(platform, [wide] + (try FenceGround.row(5, every: 100))) {
            $0.maxMonitoredGeofences = 2
            $0.geofenceProximityRadius = 1500
        }
        _ = phone.receive(.enter, "wide", fix: try FenceGround.fix(10, north: -900), at: 10)
        _ = phone.changeMotion(isMoving: true, fix: try FenceGround.fix(70, north: 2500), at: FenceGround.time(70))
        // Its centre is beyond the radius, and it is monitored all the same.
        #expect(phone.active == ["wide"])
        _ = phone.changeMotion(isMoving: true, fix: try FenceGround.fix(90, north: 390), at: FenceGround.time(90))
        #expect(phone.active == [FenceGround.name(4), "wide"])
        _ = phone.receive(.exit, "wide", fix: try FenceGround.fix(200, north: 9000), at: 200)
        _ = phone.changeMotion(isMoving: true, fix: try FenceGround.fix(201, north: 9000), at: FenceGround.time(201))
        #expect(phone.active == [])
    }

    @Test("where the phone is in more fences than there are slots, the nearest of them keep theirs")
    func overfull() throws {
        var phone = try FenceGround.phone(.ios, try FenceGround.row(4, every: 10, radius: 5000))
        _ = phone.receive(.enter, "f000", "f001", "f002", "f003", at: 5)
        _ = phone.set(FenceGround.rules(on: .ios) { $0.maxMonitoredGeofences = 3 }, at: FenceGround.time(6))
        #expect(phone.active == ["f000", "f001", "f002"])
        #expect(phone.stored["f003"]?.entryState == .inside)
        // The exit may have been missed: when the fence is monitored again its state is requested, and no entry is
        // emitted.
        let step = phone.set(FenceGround.rules(on: .ios), at: FenceGround.time(60))
        #expect(step.stateRequests == FenceGround.regions(["f003"], on: .ios))
        #expect(step.added.map(\.initialTrigger) == [.exit])
        #expect(phone.receive(.enter, "f003", at: 61).emitted == [])
        _ = phone.set(FenceGround.rules(on: .ios) { $0.maxMonitoredGeofences = 3 }, at: FenceGround.time(62))
        #expect(phone.receive(try FenceGround.fix(70, north: 9000)).emitted == ["f003 EXIT"])
    }

    @Test("one inaccurate fix releases no fence, unless even its accuracy puts the phone far off")
    func badFix() throws {
        var phone = try FenceGround.phone(.ios, try FenceGround.row(40, every: 100))
        let before = phone.active
        let poor = try FenceGround.fix(60, north: 2900, accuracy: 3000)
        #expect(phone.changeMotion(isMoving: true, fix: poor, at: FenceGround.time(60)).change == nil)
        #expect(phone.active == before)
        let far = try FenceGround.fix(90, north: 6000, accuracy: 3000)
        #expect(phone.changeMotion(isMoving: true, fix: far, at: FenceGround.time(90)).change != nil)
        #expect(phone.active != before)
        // It was the only fix; the next accurate one selects without waiting for a minute.
        #expect(phone.needs.fix)
        #expect(phone.receive(try FenceGround.fix(91, north: 2000)).change != nil)
        #expect(!phone.needs.fix)
    }

    @Test("above the limit, and with no fix yet, nothing is selected and a fix is requested")
    func noFix() throws {
        var phone = MonitoredGeofences(platform: .ios, rules: FenceGround.rules(on: .ios))
        _ = phone.add(try FenceGround.row(30, every: 50), at: FenceGround.start)
        #expect(phone.start(.geofencesOnly, at: FenceGround.start).isEmpty)
        #expect(phone.needs.fix)
        let step = phone.receive(try FenceGround.fix(1))
        #expect(step.added.count == 18)
        #expect(!phone.needs.fix)
    }

    @Test("selection works at the poles and across the antimeridian")
    func edges() throws {
        for (latitude, longitude) in [(89.999, 0.0), (-90, 0), (10, 179.9999), (10, -180)] {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            let near = try TrackedGeofence(
                identifier: "near",
                center: try Coordinate(latitude: latitude, longitude: longitude > 0 ? -179.9999 : 179.9999),
                radius: .standard
            )
            let far = try TrackedGeofence(
                identifier: "far",
                center: try Coordinate(latitude: latitude > 0 ? 9 : -80, longitude: longitude),
                radius: .standard
            )
            var phone = MonitoredGeofences(
                platform: .android,
                rules: FenceGround.rules(on: .android) { $0.geofenceProximityRadius = 1000 }
            )
            _ = phone.add([near, far], at: FenceGround.start)
            _ = phone.start(
                .withLocations,
                fix: Fix(time: FenceGround.start, coordinate: place, horizontalAccuracy: 10),
                at: FenceGround.start
            )
            #expect(phone.active == ["near"], "\(latitude) \(longitude)")
        }
    }
}
