import Foundation
import MobileSDK
import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("Random events on a phone that monitors places")
struct RandomScenarioTests {
    /// The factor for the numbers of seeds and moments: `FOOTFALL_TEST_SEEDS`.
    static let factor = ProcessInfo.processInfo.environment["FOOTFALL_TEST_SEEDS"].flatMap(Int.init) ?? 1
    static let seeds = Array(1...UInt64(4 * max(1, factor)))

    /// Applies a random action of the owner or change of the environment.
    private static func act(_ phone: inout SimulatedPhone, _ generator: inout SeededGenerator) {
        switch generator.next() % 14 {
        case 0: phone.reboot()
        case 1: phone.updateApp()
        case 2: phone.killApp()
        case 3: phone.forceQuitApp()
        case 4: phone.openApp()
        case 5: phone.leaveApp()
        case 6: phone.setLocationServices(on: false)
        case 7: phone.setLocationServices(on: true)
        case 8: phone.setPermission(.backgroundLocation, .denied)
        case 9: phone.setPermission(.backgroundLocation, .granted)
        case 10: phone.setPlayServices(generator.next().isMultiple(of: 2) ? .available : .missing)
        case 11: phone.setForeignRegions(Int(generator.next() % 10))
        case 12: phone.setPrecision(generator.next().isMultiple(of: 2) ? .full : .reduced)
        default: phone.setConnectivity(generator.next().isMultiple(of: 2) ? .wifi : .none)
        }
    }

    /// Restores normal conditions: the owner opens the app and grants all permissions.
    private static func finish(_ phone: inout SimulatedPhone) {
        phone.unlock()
        phone.setLocationServices(on: true)
        phone.setPlayServices(.available)
        phone.setPrecision(.full)
        phone.setForeignRegions(0)
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        phone.openApp()
    }

    @Test(
        "limits hold, visits are in order and counted once, and all is watched again when all is well",
        .long,
        arguments: seeds,
        Platform.allCases
    )
    func invariants(seed: UInt64, platform: Platform) async throws {
        try await expectInvariants(LabScene(platform, seed: seed), seed: seed)
    }

    @Test(
        "the same holds for an app that uses geofences only, and its own region is there",
        arguments: seeds,
        Platform.allCases
    )
    func geofencesOnly(seed: UInt64, platform: Platform) async throws {
        let scene = try LabScene(platform, seed: seed, options: MonitoringOptions())
        try await expectInvariants(scene, own: ["footfall.movement"], seed: seed)
    }

    private func expectInvariants(_ scene: LabScene, own: Set<String> = [], seed: UInt64) async throws {
        let platform = scene.device.platform
        var generator = SeededGenerator(seed: seed)
        try await scene.facilities.startMonitoring()
        var minute = 5.0
        while minute < 140 {
            scene.run(to: minute)
            scene.act { Self.act(&$0, &generator) }
            minute += 2 + 14 * generator.unit()
        }
        // Twice: no app can be opened on a phone that is just starting.
        scene.act { Self.finish(&$0) }
        scene.run(to: 145)
        scene.act { Self.finish(&$0) }
        scene.run(to: 150)
        // The owner starts monitoring again, in front, and the app receives a fix.
        if !scene.facilities.isMonitoringActive() { try await scene.facilities.startMonitoring() }
        scene.run(to: 160)

        #expect(scene.mostWatched <= platform.geofenceLimit, "seed \(seed)")
        #expect(scene.watched == (try scene.registered()).union(own), "seed \(seed)")
        #expect(scene.watched.count > own.count, "seed \(seed)")
        #expect(scene.errors.isEmpty, "seed \(seed): \(scene.errors)")
        let visits = try scene.visits()
        #expect(visits.filter { $0.facility.text == "gym" && $0.verdict == .counted }.count <= 1, "seed \(seed)")
        #expect(visits.filter { $0.status == .open }.count <= 1, "seed \(seed)")
        try expectOrder(of: scene, "seed \(seed)")
        try expectNearest(in: scene, own: own, "seed \(seed)")
        if isObserved(scene) {
            #expect(visits.contains { $0.facility.text == "gym" && $0.verdict == .counted }, "seed \(seed)")
        }
    }

    /// Expects the registered places to be the nearest to the last good fix by their edges, and those that the member
    /// is in.
    private func expectNearest(in scene: LabScene, own: Set<String>, _ comment: Comment) throws {
        let last = scene.sights.last { ($0.fix.horizontalAccuracy ?? .infinity) <= 100 }
        let place = try #require(last?.fix.coordinate, comment)
        let slots = scene.device.platform.geofenceLimit - own.count
        // A place that the member may be in stays registered: one fix outside does not end a stay.
        let open = try scene.visits().filter { $0.status == .open }.map(\.facility.text)
        let inside = Set(open + (try mayBeInGym(scene) ? ["gym"] : []))
        let nearest = try scene.store.facilities.nearest(to: place, count: slots + inside.count).map(\.facility.id.text)
        let others = nearest.filter { !inside.contains($0) }.prefix(slots - inside.count)
        #expect(scene.watched.subtracting(own) == inside.union(others), comment)
    }

    /// Whether a fix lay in the gym, and the fixes since then span less than 20 s and so do not end a stay.
    private func mayBeInGym(_ scene: LabScene) throws -> Bool {
        let gym = try LabScene.place(east: 3000)
        let good = scene.sights.map(\.fix).filter { ($0.horizontalAccuracy ?? .infinity) <= 100 }.sorted {
            $0.time < $1.time
        }
        guard let last = good.lastIndex(where: { $0.coordinate.distance(to: gym) < 150 }) else { return false }
        let since = good[(last + 1)...]
        guard let first = since.first, let end = since.last else { return true }
        return first.time.seconds(to: end.time) < 20 && first.time.seconds(to: good[last].time) > -4 * 3600
    }

    /// Whether the app received fixes that prove a visit while the gym was registered: a quarter of an hour inside,
    /// without a gap.
    private func isObserved(_ scene: LabScene) -> Bool {
        guard let gym = try? LabScene.place(east: 3000) else { return false }
        var start: Timestamp?
        var last: Timestamp?
        for sight in scene.sights.sorted(by: { $0.fix.time < $1.fix.time }) {
            let accuracy = sight.fix.horizontalAccuracy ?? 100
            guard accuracy <= 50, sight.isGymWatched, sight.fix.coordinate.distance(to: gym) + accuracy < 150 else {
                start = nil
                continue
            }
            if let last, last.seconds(to: sight.fix.time) > 300 { start = nil }
            start = start ?? sight.fix.time
            last = sight.fix.time
            if let start, start.seconds(to: sight.fix.time) >= 900 { return true }
        }
        return false
    }

    /// Expects Entered, Dwell and Exited of a visit in this order, with Dwell at most once.
    private func expectOrder(of scene: LabScene, _ comment: Comment) throws {
        let events = try scene.store.events.all().filter { $0.kind.visit != nil }
        for (_, emitted) in Dictionary(grouping: events, by: \.kind.visit) {
            let names = emitted.map(\.kind.name)
            #expect(names.first == "Entered", comment)
            #expect(names.filter { $0 == "Dwell" }.count <= 1, comment)
            #expect(emitted.map(\.occurredAt) == emitted.map(\.occurredAt).sorted(), comment)
        }
    }

    @Test(
        "a restart or an update at any moment of a visit leaves one visit with one Dwell and its times",
        .long,
        arguments: [false, true],
        Platform.allCases
    )
    func anyMoment(isUpdate: Bool, platform: Platform) async throws {
        let count = 4 * max(1, Self.factor)
        for index in 0..<count {
            let moment = 58 + 70 * (Double(index) + 0.5) / Double(count)
            let scene = try LabScene(platform, seed: UInt64(index))
            try await scene.facilities.startMonitoring()
            scene.run(to: moment)
            scene.act { if isUpdate { $0.updateApp() } else { $0.reboot() } }
            // Updates need the app's process: the owner opens it two minutes later.
            scene.run(to: moment + 2.5)
            scene.act { $0.openApp() }
            scene.run(to: 180)
            let visits = try scene.visits()
            let comment: Comment = "\(platform), update: \(isUpdate), at minute \(moment)"
            #expect(visits.count == 1, comment)
            let visit = try #require(visits.first, comment)
            #expect(visit.verdict == .counted, comment)
            #expect(abs(LabScene.minute(65).seconds(to: visit.enteredAt)) < 300, comment)
            #expect(abs(LabScene.minute(120).seconds(to: try #require(visit.exitedAt, comment))) < 300, comment)
            let emitted = try scene.store.events.all().filter { $0.kind.visit == visit.id }.map(\.kind.name)
            #expect(emitted == ["Entered", "Dwell", "Exited"], comment)
        }
    }
}
