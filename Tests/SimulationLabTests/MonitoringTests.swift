import MobileSDK
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("An app that monitors places on a simulated phone")
struct MonitoringTests {
    @Test("the foreground notification follows the options, whether other notifications are shown or not")
    func foregroundService() throws {
        for shows in [true, false] {
            var options = MonitoringOptions(usesForegroundService: true, showsNotifications: shows)
            let scene = try LabScene(.android, places: 3, options: options)
            try scene.facilities.beginMonitoring()
            let shown = scene.simulator.withPhone(\.foregroundNotification)
            #expect(shown?.title == "Visits" && shown?.text == "Your visits are being recorded")
            options.foregroundNotice = Notice(title: "Gym", body: "Counting")
            let other = try LabScene(.android, places: 3, options: options)
            try other.facilities.beginMonitoring()
            #expect(other.simulator.withPhone(\.foregroundNotification)?.text == "Counting")
            try other.facilities.endMonitoring()
            #expect(other.simulator.withPhone(\.foregroundNotification) == nil)
        }
    }

    @Test("counts one visit, and never has more regions watched than the system takes", arguments: Platform.allCases)
    func visit(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        scene.run(to: 180)
        let visits = try scene.visits()
        #expect(visits.count == 1)
        #expect(visits.first?.facility == (try LabScene.gym()))
        #expect(visits.first?.verdict == .counted)
        let visit = try #require(visits.first)
        #expect(abs(LabScene.minute(65).seconds(to: visit.enteredAt)) < 180)
        #expect(abs(LabScene.minute(120).seconds(to: try #require(visit.exitedAt))) < 180)
        let stay = scene.events.filter { $0.kind.visit != nil }
        #expect(stay.map(\.kind.name) == ["Entered", "Dwell", "Exited"])
        #expect(Set(stay.compactMap(\.kind.visit)).count == 1)
        #expect(scene.mostWatched <= platform.geofenceLimit)
        #expect(scene.mostWatched > platform.geofenceLimit / 2)
        #expect(scene.watched == (try scene.registered()))
        #expect(scene.errors.isEmpty)
    }

    @Test("continues the same visit across a restart in the middle of it", arguments: Platform.allCases)
    func reboot(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        scene.run(to: 80)
        scene.act { $0.reboot() }
        scene.run(to: 85)
        #expect(scene.watched == (try scene.registered()))
        #expect(!scene.watched.isEmpty)
        // The owner opens the app again later: updates, which end with the process, resume then.
        scene.act { $0.openApp() }
        scene.run(to: 180)
        #expect(try scene.visits().count == 1)
        #expect(try scene.visits().first?.verdict == .counted)
        #expect(scene.names.filter { $0 == "Entered" }.count == 1)
        #expect(scene.names.filter { $0 == "Dwell" }.count == 1)
        #expect(scene.names.filter { $0 == "Exited" }.count == 1)
        // By the app's object of the new process.
        #expect(scene.facilities.isMonitoringActive())
        #expect(scene.errors.isEmpty)
    }

    @Test("registers the same places again after a restart and after an update on Android, without a fix")
    func registeredAgain() async throws {
        for isUpdate in [false, true] {
            let scene = try LabScene(.android)
            try await scene.facilities.startMonitoring()
            scene.run(to: 30)
            let before = scene.watched
            let count = scene.events.count
            scene.act { phone in
                phone.setReception(nil)
                if isUpdate { phone.updateApp() } else { phone.reboot() }
            }
            scene.run(to: 33)
            #expect(scene.watched == before)
            let new = scene.events.dropFirst(count).map(\.kind)
            #expect(new.first == .unregistered(nil))
            guard case .registered(let ids) = new.dropFirst().first else {
                Issue.record("nothing came back: \(new)")
                continue
            }
            #expect(Set(ids.map(\.text)) == before)
        }
    }

    @Test(
        "reports why nothing is monitored with location off, and accepts it all again when it is on",
        arguments: Platform.allCases
    )
    func locationOff(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        scene.run(to: 30)
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 40)
        #expect(scene.watched.isEmpty == (platform == .android))
        #expect(scene.emittedRegistered == scene.watched)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 45)
        #expect(scene.watched.count == platform.geofenceLimit)
        #expect(scene.watched == (try scene.registered()))
        #expect(scene.troubles.map(\.code) == [platform == .android ? "geofence_not_available" : "location_denied"])
        scene.run(to: 180)
        #expect(try scene.visits().count == 1)
    }

    @Test("gives up the farthest where other code has some of iOS's regions, and knows no phantom")
    func foreignRegions() async throws {
        let scene = try LabScene(.ios)
        scene.act { $0.setForeignRegions(6) }
        try await scene.facilities.startMonitoring()
        scene.run(to: 30)
        #expect(scene.watched.count == 14)
        #expect(scene.watched == (try scene.registered()))
        #expect(scene.emittedRegistered == scene.watched)
        #expect(!scene.troubles.isEmpty)
        scene.run(to: 180)
        #expect(try scene.visits().count == 1)
        #expect(scene.watched == (try scene.registered()))
    }

    @Test("reports that Play services are gone, and accepts it all again when they are back")
    func playServices() async throws {
        let scene = try LabScene(.android)
        try await scene.facilities.startMonitoring()
        scene.run(to: 30)
        scene.act { $0.setPlayServices(.missing) }
        scene.run(to: 40)
        #expect(scene.watched.isEmpty)
        #expect(scene.events.contains { $0.kind == .unregistered(nil) })
        #expect(scene.emittedRegistered.isEmpty)
        #expect(scene.troubles.map(\.code) == ["play_services_unavailable"])
        scene.act { $0.setPlayServices(.available) }
        scene.run(to: 45)
        #expect(scene.watched.count == 100)
        #expect(scene.watched == (try scene.registered()))
        #expect(scene.emittedRegistered == scene.watched)
        scene.run(to: 180)
        #expect(try scene.visits().count == 1)
        #expect(scene.errors.isEmpty)
    }

    @Test(
        "a visit in progress at a stop emits nothing more, and is closed after the next start",
        arguments: Platform.allCases
    )
    func stopDuringVisit(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        scene.run(to: 90)
        try await scene.facilities.stopMonitoring()
        let count = scene.events.count
        scene.run(to: 180)
        #expect(scene.events.count == count)
        #expect(!scene.names.contains("Exited"))
        #expect(try scene.visits().map(\.status) == [.open])
        try await scene.facilities.startMonitoring()
        scene.run(to: 190)
        let visits = try scene.visits()
        #expect(visits.map(\.status) == [.closed])
        let exited = try #require(visits.first?.exitedAt)
        #expect((LabScene.minute(85)...LabScene.minute(180)).contains(exited))
        for name in ["Entered", "Dwell", "Exited"] { #expect(scene.names.count { $0 == name } == 1, "\(name)") }
        #expect(scene.errors.isEmpty)
    }

    @Test("stops with one word, and begins again", arguments: Platform.allCases)
    func stop(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        scene.run(to: 30)
        #expect(scene.facilities.isMonitoringActive())
        try await scene.facilities.stopMonitoring()
        #expect(!scene.facilities.isMonitoringActive())
        #expect(scene.watched.isEmpty)
        #expect(scene.events.last?.kind == .unregistered(nil))
        let count = scene.events.count
        scene.run(to: 40)
        #expect(scene.watched.isEmpty)
        #expect(scene.events.count == count)
        try await scene.facilities.startMonitoring()
        scene.run(to: 45)
        #expect(scene.watched.count == platform.geofenceLimit)
        #expect(scene.watched == (try scene.registered()))
    }

    @Test("does not begin without permission, Play services, hardware or places")
    func notReady() async throws {
        func code(_ scene: LabScene) async -> MobileSDKError.Code? {
            do {
                try await scene.facilities.startMonitoring()
                return nil
            } catch {
                return (error as? MobileSDKError)?.code
            }
        }
        #expect(await code(try LabScene(.ios, grants: [.fineLocation])) == .permission)
        let missing = try LabScene(.android)
        missing.act { $0.setPlayServices(.outdated) }
        #expect(await code(missing) == .unavailable)
        let bare = try LabScene(.ios)
        bare.act { $0.setRegionMonitoringAvailable(false) }
        #expect(await code(bare) == .unavailable)
        let empty = try LabScene(.ios)
        _ = try empty.store.members.addFacility(LabScene.gym(), to: empty.device.member)
        _ = try empty.store.members.removeFacility(LabScene.gym(), from: empty.device.member)
        #expect(await code(empty) == .noFacilities)
    }

    @Test("orphaned iOS regions of an earlier version are removed")
    func orphans() async throws {
        let scene = try LabScene(.ios)
        try scene.simulator.system.addRegions([
            RegionRequest(
                id: try RegionID("left-behind"),
                shape: .circle(center: try LabScene.place(east: 0), radiusMeters: 100)
            )
        ])
        try await scene.facilities.startMonitoring()
        scene.run(to: 10)
        #expect(!scene.watched.contains("left-behind"))
        #expect(scene.watched == (try scene.registered()))
    }

    @Test("a heartbeat is emitted on Android only", arguments: Platform.allCases)
    func heartbeat(platform: Platform) async throws {
        let scene = try LabScene(platform) { $0.dozeAfterSeconds = .infinity }
        try await scene.facilities.startMonitoring()
        scene.act { $0.leaveApp() }
        scene.run(to: 50)
        let count = scene.names.count { $0 == "Heartbeat" }
        #expect(platform == .android ? (2...3).contains(count) : count == 0, "\(count)")
    }
}
