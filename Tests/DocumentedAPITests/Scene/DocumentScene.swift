import DocumentedAPI
import PhoneSimulator

/// A phone that goes from its owner's home to a place and back, which the shared instances use from now on.
final class DocumentScene: Sendable {
    let simulator: PhoneSimulator
    let records: RecordStore
    let server = AnsweringServer()
    let lines = Lines()

    /// Monday, 18 March 2024, 06:00 UTC.
    static let start = Timestamp(milliseconds: 1_710_741_600_000)

    static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    /// The place `meters` east of home, which is 45° N, 93° W.
    static func place(east meters: Double) throws -> Coordinate {
        try Coordinate(latitude: 45, longitude: -93 + meters / 78_847)
    }

    /// Leaves home after 20 minutes, is 3 km away from minute 25 to 80, and is home again at minute 85.
    private static func movement() throws -> Movement {
        let (home, away) = (try place(east: 0), try place(east: 3000))
        return try Movement([
            Movement.Waypoint(time: start, coordinate: home),
            Movement.Waypoint(time: minute(20), coordinate: home),
            Movement.Waypoint(time: minute(25), coordinate: away),
            Movement.Waypoint(time: minute(80), coordinate: away),
            Movement.Waypoint(time: minute(85), coordinate: home),
        ])
    }

    /// One gym where the phone goes, and one where it does not.
    static func gyms() throws -> [Facility] {
        try [("gym", 3000), ("other", 9000)].map { id, east in
            Facility(id: try FacilityID(id), geofence: .circle(center: try place(east: east), radius: .standard))
        }
    }

    /// Creates the phone with the app open; no shared instance uses it yet.
    private init(_ platform: Platform, grants: Set<Permission>) throws {
        var phone = try SimulatedPhone(
            PhoneProfile(platform: platform),
            movement: try Self.movement(),
            start: Self.start,
            seed: 1
        )
        for permission in grants { phone.setPermission(permission, .granted) }
        simulator = PhoneSimulator(phone)
        records = try .inMemory()
    }

    /// A phone that `BGGeo` uses, in each process of the app.
    static func geolocation(
        _ platform: Platform = .ios,
        grants: Set<Permission> = Set(Permission.allCases)
    ) throws -> DocumentScene {
        let scene = try DocumentScene(platform, grants: grants)
        try scene.startApp(.user)
        scene.simulator.setLaunchHandler { [weak scene] reason in
            do { try scene?.startApp(reason) } catch { scene?.lines.add("the app can't start: \(error)") }
        }
        return scene
    }

    /// What each process of the app does first.
    func startApp(_ reason: LaunchReason) throws {
        try BGGeo.use(simulator.system, records: records, transport: server, launch: reason)
    }

    /// A phone that `AFCore` and `AFPermissions` use.
    static func gymVisits(
        _ platform: Platform = .ios,
        grants: Set<Permission> = Set(Permission.allCases)
    ) throws -> DocumentScene {
        let scene = try DocumentScene(platform, grants: grants)
        try AFCore.use(scene.simulator.system, member: try MemberID("ann"), facilities: try gyms())
        return scene
    }

    /// A phone that `Radar` uses.
    static func radar(_ platform: Platform = .ios) throws -> DocumentScene {
        let scene = try DocumentScene(platform, grants: Set(Permission.allCases))
        let setup = try RadarSetup(publishableKey: "prj_test_pk", server: "https://radar.example.com")
        Radar.use(scene.simulator.system, setup: setup, transport: scene.server)
        return scene
    }

    /// Advances the scene to a minute.
    func run(to minute: Double) { simulator.run(until: Self.minute(minute)) }

    /// Advances the clock second by second, so that tasks get on, until a condition is met; for four hours at most.
    func advance(until isMet: () -> Bool) async {
        let end = simulator.system.now().advanced(bySeconds: 4 * 3600)
        while !isMet(), simulator.system.now() < end {
            await Task.yield()
            simulator.run(until: simulator.system.now().advanced(bySeconds: 1))
        }
    }

    /// Changes the phone.
    func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    /// The regions that the phone monitors for the app.
    var watched: [String] { simulator.withPhone { $0.watchedRegions.map(\.text) } }
}
