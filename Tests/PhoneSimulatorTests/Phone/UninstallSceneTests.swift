import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("An app that is uninstalled")
struct UninstallSceneTests {
    @Test("leaves nothing behind, whatever it was doing, and nothing starts it", arguments: Platform.allCases)
    func uninstall(platform: Platform) throws {
        let before: [(String, (inout SimulatedPhone) -> Void)] = [
            ("in front", { _ in }), ("in the background", { $0.leaveApp() }), ("ended", { $0.killApp() }),
            ("ended by the member", { $0.forceQuitApp() }), ("being updated", { $0.updateApp() }),
        ]
        for (name, prepare) in before {
            let scene = try PhoneScene(platform)
            let system = scene.simulator.system
            try system.addRegions([PhoneScene.gym()])
            system.startSignificantChanges()
            system.startVisits()
            system.store([1, 2], as: "note")
            scene.run(to: 30)
            scene.act { prepare(&$0) }
            scene.act { $0.uninstallApp() }
            #expect(system.appState == .uninstalled, "\(name)")
            #expect(scene.watched.isEmpty, "\(name)")
            #expect(system.stored("note") == nil, "\(name)")
            #expect(system.status(of: .fineLocation) == .denied, "\(name)")
            scene.run(to: 31)
            let received = scene.received.all.count
            scene.act {
                $0.openApp()
                $0.setPermission(.fineLocation, .granted)
                $0.reboot()
            }
            try system.addRegions([PhoneScene.gym()])
            system.store([3], as: "note")
            scene.run(to: 180)
            #expect(scene.received.all.count == received, "\(name)")
            #expect(system.appState == .uninstalled, "\(name)")
            #expect(scene.watched.isEmpty, "\(name)")
            #expect(system.stored("note") == nil, "\(name)")
        }
    }

    @Test("reports what was lost, and works again as new once it is installed again", arguments: Platform.allCases)
    func reinstall(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.act { $0.uninstallApp() }
        scene.run(to: 1)
        #expect(scene.notes.contains(.app(.uninstalled)))
        #expect(scene.notes.contains(.lost([try RegionID("gym")], .uninstall)))
        scene.act {
            $0.reinstallApp()
            for permission in Permission.allCases { $0.setPermission(permission, .granted) }
            $0.openApp()
        }
        scene.run(to: 2)
        #expect(scene.notes.contains(.reinstalled))
        #expect(scene.launches == [.user])
        #expect(scene.watched.isEmpty)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 180)
        #expect(scene.transitions.map(\.transition).filter { $0 != .dwell } == [.enter, .exit])
    }
}
