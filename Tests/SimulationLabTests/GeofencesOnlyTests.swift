import MobileSDK
import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("An app that uses only geofences")
struct GeofencesOnlyTests {
    static let trigger = "footfall.movement"

    private func places(_ scene: LabScene) -> Set<String> { scene.watched.subtracting([Self.trigger]) }

    /// The whole scene with the phone in the pocket.
    private func morning(_ platform: Platform, seed: UInt64) async throws -> LabScene {
        let scene = try LabScene(platform, seed: seed, options: MonitoringOptions())
        try await scene.facilities.startMonitoring()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 180)
        return scene
    }

    @Test(
        "counts the visit of a phone in the pocket once, with its times within three minutes",
        arguments: Platform.allCases,
        RandomScenarioTests.seeds
    )
    func visit(platform: Platform, seed: UInt64) async throws {
        let scene = try await morning(platform, seed: seed)
        let comment: Comment = "\(platform), seed \(seed)"
        let visits = try scene.visits()
        #expect(visits.map(\.facility) == [try LabScene.gym()], comment)
        let visit = try #require(visits.first, comment)
        #expect(visit.verdict == .counted, comment)
        let entry = LabScene.minute(65).seconds(to: visit.enteredAt)
        let exit = LabScene.minute(120).seconds(to: try #require(visit.exitedAt, comment))
        #expect(abs(entry) < 180, comment)
        #expect(abs(exit) < 180, comment)
        let stay = scene.events.filter { $0.kind.visit != nil }
        #expect(stay.map(\.kind.name) == ["Entered", "Dwell", "Exited"], comment)
        #expect(scene.mostWatched <= platform.geofenceLimit, comment)
        #expect(places(scene).count == platform.geofenceLimit - 1, comment)
        #expect(scene.watched.contains(Self.trigger), comment)
        #expect(places(scene) == (try scene.registered()), comment)
        #expect(scene.emittedRegistered == places(scene), comment)
        #expect(scene.errors.isEmpty, comment)
    }

    @Test(
        "emits Entered and Exited within half a minute of the system's report, where its fix shows the same",
        .long,
        arguments: Platform.allCases,
        RandomScenarioTests.seeds
    )
    func prompt(platform: Platform, seed: UInt64) async throws {
        let scene = try await morning(platform, seed: seed)
        let comment: Comment = "\(platform), seed \(seed)"
        for (transition, name) in [(RegionTransition.enter, "Entered"), (.exit, "Exited")] {
            let report = try #require(scene.transitionReports.first { $0.transition == transition }, comment)
            let event = try #require(scene.events.first { $0.kind.name == name }, comment)
            let seconds = report.time.seconds(to: event.observedAt)
            #expect((0...30).contains(seconds), "\(name) after \(seconds) s, \(platform), seed \(seed)")
        }
    }

    @Test(
        "counts it once too without a connection, with the app ended, on foot, and with no satellites to be had",
        .long,
        arguments: Platform.allCases,
        RandomScenarioTests.seeds
    )
    func harder(platform: Platform, seed: UInt64) async throws {
        let (home, gym) = (try LabScene.place(east: 0), try LabScene.place(east: 3000))
        let onFoot = try Movement([
            Movement.Waypoint(time: LabScene.start, coordinate: home),
            Movement.Waypoint(time: LabScene.minute(30), coordinate: home),
            Movement.Waypoint(time: LabScene.minute(65), coordinate: gym),
            Movement.Waypoint(time: LabScene.minute(120), coordinate: gym),
            Movement.Waypoint(time: LabScene.minute(155), coordinate: home),
        ])
        let table: [(name: String, movement: Movement?, change: (inout SimulatedPhone) -> Void)] = [
            ("no connection", nil, { $0.setConnectivity(.none) }), ("ended", nil, { $0.killApp() }),
            ("on foot", onFoot, { _ in }), ("no satellites", nil, { $0.setReception(.wifi) }),
        ]
        for row in table {
            let scene = try LabScene(platform, seed: seed, options: MonitoringOptions(), movement: row.movement)
            try await scene.facilities.startMonitoring()
            scene.run(to: 1)
            scene.act {
                $0.leaveApp()
                row.change(&$0)
            }
            scene.run(to: 240)
            let comment: Comment = "\(platform), \(row.name), seed \(seed)"
            let visits = try scene.visits()
            #expect(visits.map(\.facility) == [try LabScene.gym()], comment)
            #expect(visits.map(\.verdict) == [.counted], comment)
            let visit = try #require(visits.first, comment)
            let exited = try #require(visit.exitedAt, comment)
            // The edge is crossed 15 s from the gym by car, 105 s on foot.
            let atEdge = row.movement == nil ? 15.0 : 105
            let entry = LabScene.minute(65).seconds(to: visit.enteredAt) + atEdge
            let exit = LabScene.minute(120).seconds(to: exited) - atEdge
            #expect(abs(entry) < 600, comment)
            #expect(abs(exit) < 600, comment)
            #expect(scene.errors.isEmpty, comment)
        }
    }

    /// A town 60 km east of home.
    private static func town() throws -> [Facility] {
        try (0..<120).map { number in
            let (east, north) = (Double(number % 11 - 5) * 600, Double(number / 11 - 5) * 600)
            return Facility(
                id: try FacilityID("t\(number)"),
                name: "Town \(number)",
                geofence: .circle(center: try LabScene.place(east: 60_000 + east, north: north), radius: .standard)
            )
        }
    }

    @Test(
        "selects again on a trip to where other places are, and on the way back",
        .long,
        arguments: Platform.allCases,
        Array<UInt64>(1...4)
    )
    func trip(platform: Platform, seed: UInt64) async throws {
        let (home, town) = (try LabScene.place(east: 0), try LabScene.place(east: 60_000, north: 300))
        let movement = try Movement([
            Movement.Waypoint(time: LabScene.start, coordinate: home),
            Movement.Waypoint(time: LabScene.minute(30), coordinate: home),
            Movement.Waypoint(time: LabScene.minute(75), coordinate: town),
            Movement.Waypoint(time: LabScene.minute(200), coordinate: town),
            Movement.Waypoint(time: LabScene.minute(245), coordinate: home),
        ])
        let scene = try LabScene(
            platform,
            seed: seed,
            options: MonitoringOptions(),
            farPlaces: Self.town(),
            movement: movement
        )
        try await scene.facilities.startMonitoring()
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 29)
        let comment: Comment = "\(platform), seed \(seed)"
        let atHome = places(scene)
        #expect(atHome.allSatisfy { !$0.hasPrefix("t") }, comment)
        scene.run(to: 90)
        #expect(places(scene).allSatisfy { $0.hasPrefix("t") }, comment)
        #expect(places(scene).count == platform.geofenceLimit - 1, comment)
        #expect(places(scene) == (try scene.registered()), comment)
        scene.run(to: 265)
        #expect(places(scene).allSatisfy { !$0.hasPrefix("t") }, comment)
        #expect(scene.watched.contains(Self.trigger), comment)
        #expect(places(scene) == (try scene.registered()), comment)
        #expect(scene.emittedRegistered == places(scene), comment)
        #expect(scene.mostWatched <= platform.geofenceLimit, comment)
        #expect(scene.errors.isEmpty, comment)
    }

    @Test(
        "the trigger is placed with the first good fix, also where there is no place to choose",
        arguments: Platform.allCases
    )
    func placed(platform: Platform) async throws {
        let scene = try LabScene(platform, options: MonitoringOptions())
        scene.act { $0.setReception(.cells) }
        try await scene.facilities.startMonitoring()
        scene.run(to: 1)
        #expect(!scene.watched.contains(Self.trigger))
        scene.act {
            $0.setReception(.satellites)
            $0.leaveApp()
        }
        // The first fix was unusable: the next fetch requests another.
        scene.run(to: 16)
        #expect(scene.watched.contains(Self.trigger))
        // The last place is removed from the list.
        _ = try scene.store.members.addFacility(LabScene.gym(), to: scene.device.member)
        try scene.facilities.add(LabScene.gym())
        scene.run(to: 17)
        #expect(scene.watched == ["gym", Self.trigger])
        try scene.facilities.remove(LabScene.gym())
        scene.run(to: 18)
        #expect(scene.watched == [Self.trigger])
        try await scene.facilities.stopMonitoring()
        #expect(scene.watched.isEmpty)
    }

    @Test("a recorder that reserves no slot loses the farthest place to the trigger", arguments: Platform.allCases)
    func unreserved(platform: Platform) async throws {
        let scene = try LabScene(platform, options: MonitoringOptions(), reservedSlots: 0)
        try await scene.facilities.startMonitoring()
        scene.run(to: 5)
        #expect(scene.watched.contains(Self.trigger))
        #expect(places(scene).count == platform.geofenceLimit - 1)
        #expect(places(scene) == (try scene.registered()))
        #expect(scene.emittedRegistered == places(scene))
        #expect(scene.troubles.count == 1)
    }

    @Test("other code's regions displace places, not the trigger")
    func foreignRegions() async throws {
        let scene = try LabScene(.ios, options: MonitoringOptions())
        scene.act { $0.setForeignRegions(6) }
        try await scene.facilities.startMonitoring()
        scene.run(to: 5)
        #expect(scene.watched.contains(Self.trigger))
        #expect(places(scene).count == 13)
        #expect(places(scene) == (try scene.registered()))
    }

    @Test(
        "the trigger is there again after a restart, an update, and location off and on",
        arguments: Platform.allCases
    )
    func again(platform: Platform) async throws {
        let changes: [(String, (LabScene) -> Void)] = [
            ("restart", { $0.act { $0.reboot() } }), ("update", { $0.act { $0.updateApp() } }),
            ("end", { $0.act { $0.killApp() } }),
            (
                "location",
                { scene in
                    scene.act { $0.setLocationServices(on: false) }
                    scene.run(to: 32)
                    scene.act { $0.setLocationServices(on: true) }
                }
            ),
        ]
        for (name, change) in changes {
            let scene = try LabScene(platform, options: MonitoringOptions())
            try await scene.facilities.startMonitoring()
            scene.run(to: 30)
            #expect(scene.watched.contains(Self.trigger), "\(name)")
            change(scene)
            scene.run(to: 50)
            #expect(scene.watched.contains(Self.trigger), "\(name)")
            #expect(places(scene).count == platform.geofenceLimit - 1, "\(name)")
            #expect(places(scene) == (try scene.registered()), "\(name)")
            // Without a process, or with a new one, the visit is counted all the same.
            scene.run(to: 180)
            #expect(try scene.visits().map(\.verdict) == [.counted], "\(name)")
            #expect(scene.errors.isEmpty, "\(name): \(scene.errors)")
        }
    }

    @Test("an app that requests updates after all removes the trigger")
    func orphan() async throws {
        let scene = try LabScene(.ios)
        try scene.simulator.system.addRegions([
            RegionRequest(
                id: try RegionID(Self.trigger),
                shape: .circle(center: try LabScene.place(east: 0), radiusMeters: 900)
            )
        ])
        try await scene.facilities.startMonitoring()
        scene.run(to: 5)
        #expect(!scene.watched.contains(Self.trigger))
    }

    @Test("is rarely woken on the way where every place is monitored anyway")
    func nothingToChoose() async throws {
        var wakes: [Int] = []
        for places in [5, 150] {
            // Android only: iOS can't register a region that wide.
            let scene = try LabScene(.android, places: places, options: MonitoringOptions())
            try await scene.facilities.startMonitoring()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 180)
            #expect(try scene.visits().map(\.verdict) == [.counted])
            wakes.append(scene.sights.count)
        }
        #expect(wakes[0] < wakes[1], "\(wakes)")
    }
}
