import MobileSDK
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("Errors of a phone as users see them")
struct FailureTests {
    private func codes(_ scene: LabScene) -> [String] {
        scene.troubles.map(\.code)
    }

    @Test("a start that fails is in the events too, with the system's code")
    func failedStart() async throws {
        let everything = Set(Permission.allCases)
        let table:
            [(
                platform: Platform, grants: Set<Permission>, prepare: (inout SimulatedPhone) -> Void, code: String
            )] = [
                (.ios, [], { _ in }, "location_denied"),
                (.ios, [.fineLocation], { _ in }, "region_monitoring_denied"),
                (.android, [.fineLocation], { _ in }, "insufficient_location_permission"),
                (.android, everything, { $0.setPlayServices(.missing) }, "play_services_unavailable"),
                (.android, everything, { $0.setPlayServices(.outdated) }, "play_services_unavailable"),
                (.ios, everything, { $0.setRegionMonitoringAvailable(false) }, "region_monitoring_failure"),
            ]
        for row in table {
            let scene = try LabScene(row.platform, grants: row.grants)
            scene.act { row.prepare(&$0) }
            await #expect(throws: MobileSDKError.self, "\(row.code)") { try await scene.facilities.startMonitoring() }
            #expect(codes(scene) == [row.code])
            #expect(try scene.store.events.all().map(\.kind.name) == ["Error"], "\(row.code)")
            #expect(!scene.facilities.isMonitoringActive())
        }
        let empty = try LabScene(.ios)
        _ = try empty.store.members.addFacility(LabScene.gym(), to: empty.device.member)
        _ = try empty.store.members.removeFacility(LabScene.gym(), from: empty.device.member)
        await #expect(throws: MobileSDKError.self) { try await empty.facilities.startMonitoring() }
        #expect(codes(empty) == ["invalid_request"])
    }

    @Test("a permission revoked on iOS during monitoring is reported once, and regions stay registered")
    func takenAway() async throws {
        let table: [(name: String, take: (inout SimulatedPhone) -> Void, code: String)] = [
            ("location", { $0.setPermission(.fineLocation, .denied) }, "location_denied"),
            ("always", { $0.setPermission(.backgroundLocation, .denied) }, "region_monitoring_denied"),
            ("precision", { $0.setPrecision(.reduced) }, "region_monitoring_denied"),
            ("services", { $0.setLocationServices(on: false) }, "location_denied"),
        ]
        for row in table {
            let scene = try LabScene(.ios)
            try await scene.facilities.startMonitoring()
            scene.run(to: 10)
            scene.act { row.take(&$0) }
            scene.run(to: 12)
            #expect(codes(scene) == [row.code], "\(row.name)")
            #expect(!scene.events.contains { $0.kind == .unregistered(nil) }, "\(row.name)")
            #expect(scene.emittedRegistered == scene.watched, "\(row.name)")
            #expect(scene.watched.count == 20, "\(row.name)")
            // A new process finds the same problem, which was reported already.
            scene.act { $0.killApp() }
            scene.act { $0.openApp() }
            scene.run(to: 15)
            #expect(codes(scene) == [row.code], "\(row.name)")
            // A permission that monitoring does not need is not a problem.
            scene.act { $0.setPermission(.notifications, .denied) }
            scene.run(to: 16)
            #expect(codes(scene) == [row.code], "\(row.name)")
        }
    }

    @Test("a new process reports what was lost while none ran", arguments: Platform.allCases)
    func newProcess(platform: Platform) async throws {
        let scene = try LabScene(platform)
        try await scene.facilities.startMonitoring()
        scene.run(to: 10)
        scene.act {
            $0.killApp()
            $0.setPermission(.backgroundLocation, .denied)
        }
        scene.run(to: 11)
        #expect(codes(scene).isEmpty)
        scene.act { $0.openApp() }
        scene.run(to: 13)
        #expect(codes(scene) == [platform == .ios ? "region_monitoring_denied" : "insufficient_location_permission"])
    }

    @Test("a reduced accuracy on Android during monitoring is reported")
    func reducedOnAndroid() async throws {
        let scene = try LabScene(.android)
        try await scene.facilities.startMonitoring()
        scene.run(to: 10)
        scene.act { $0.setPrecision(.reduced) }
        scene.run(to: 10.5)
        #expect(codes(scene) == ["insufficient_location_permission"])
        scene.act { $0.setPrecision(.full) }
        scene.run(to: 11)
        scene.act { $0.setPrecision(.reduced) }
        scene.run(to: 11.5)
        #expect(codes(scene).count == 2)
    }

    @Test("a visit that began while iOS reported nothing is detected soon after the permission is back")
    func permissionBack() async throws {
        let scene = try LabScene(.ios, options: MonitoringOptions())
        try await scene.facilities.startMonitoring()
        scene.run(to: 50)
        scene.act { $0.setPermission(.backgroundLocation, .denied) }
        scene.act { $0.leaveApp() }
        scene.run(to: 80)
        #expect(!scene.names.contains("Entered"))
        scene.act { $0.setPermission(.backgroundLocation, .granted) }
        // A suspended app learns of it when it is woken: here when the member opens it.
        scene.act { $0.openApp() }
        scene.run(to: 81)
        scene.act { $0.leaveApp() }
        // One fix at once, and one at the next fetch to confirm it.
        scene.run(to: 96)
        #expect(scene.names.contains("Entered"))
        scene.run(to: 180)
        #expect(try scene.visits().map(\.verdict) == [.counted])
        #expect(scene.errors.isEmpty)
    }

    @Test("a process that Android started creates its channel before it emits anything")
    func channel() async throws {
        let scene = try LabScene(.android, options: MonitoringOptions())
        try await scene.facilities.startMonitoring()
        scene.run(to: 20)
        // The channels of a real phone outlive the process; app data copied to another phone comes without any.
        scene.act { $0.killApp() }
        let stored = try #require(scene.simulator.system.stored("footfall.monitoring"))
        scene.act {
            $0.reinstallApp()
            for permission in Permission.allCases { $0.setPermission(permission, .granted) }
            $0.store(stored, as: "footfall.monitoring")
            $0.openApp()
        }
        var shown = 0
        scene.simulator.run(until: LabScene.minute(180)) { occurrence in
            for case .showed in occurrence.notes { shown += 1 }
        }
        #expect(shown == 3)
    }
}
