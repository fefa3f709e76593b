import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("An alarm of the app")
struct AlarmSceneTests {
    /// A scene without fetches, so that nothing else starts the app.
    private func scene(
        _ platform: Platform = .android,
        _ change: (inout PhoneProfile) -> Void = { _ in }
    ) throws
        -> PhoneScene
    {
        try PhoneScene(platform) {
            $0.backgroundFetchSeconds = 1e9
            change(&$0)
        }
    }

    @Test("starts the app's process if it has ended, and then is delivered")
    func starts() throws {
        let scene = try scene()
        scene.simulator.system.setAlarm(named: "schedule", at: PhoneScene.minute(20), exact: true)
        scene.run(to: 1)
        scene.act { $0.killApp() }
        scene.run(to: 30)
        #expect(scene.received.all.suffix(2).map(\.signal) == [.launched(.alarm), .alarm("schedule")])
        #expect(scene.times(of: .alarm("schedule")) == [20])
        #expect(scene.simulator.system.appState == .background)
    }

    @Test("fires in a running process, without another start", arguments: [true, false])
    func running(isInFront: Bool) throws {
        let scene = try scene()
        if !isInFront { scene.act { $0.leaveApp() } }
        scene.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(20), exact: true)
        scene.run(to: 30)
        #expect(scene.times(of: .alarm("a")) == [20])
        #expect(scene.launches.isEmpty)
    }

    @Test("does not exist on iOS")
    func ios() throws {
        let scene = try scene(.ios)
        scene.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(20), exact: true)
        scene.run(to: 30)
        scene.act { $0.killApp() }
        scene.run(to: 60)
        #expect(scene.times(of: .alarm("a")).isEmpty)
        #expect(scene.launches.isEmpty)
    }

    @Test("is gone with a restart, a forced stop, cleared data, an update and the app itself, not with its process")
    func lost() throws {
        let table: [(name: String, change: (inout SimulatedPhone) -> Void, isLost: Bool)] = [
            ("killed", { $0.killApp() }, false), ("restart", { $0.reboot() }, true),
            ("forced stop", { $0.forceQuitApp() }, true), ("data", { $0.clearAppData() }, true),
            ("update", { $0.updateApp() }, true), ("reinstall", { $0.reinstallApp() }, true),
            ("Play services' data", { $0.clearPlayData() }, false),
            ("location off", { $0.setLocationServices(on: false) }, false),
        ]
        for row in table {
            let scene = try scene()
            scene.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(20), exact: true)
            scene.run(to: 1)
            scene.act(row.change)
            scene.run(to: 5)
            scene.act { $0.openApp() }
            scene.run(to: 30)
            #expect(scene.times(of: .alarm("a")).isEmpty == row.isLost, "\(row.name)")
        }
    }

    @Test("outlives an update of the app on a phone that keeps it, as AOSP's does")
    func keptOverUpdate() throws {
        let scene = try scene { $0.alarms.losesOnAppUpdate = false }
        scene.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(20), exact: true)
        scene.act { $0.updateApp() }
        scene.run(to: 30)
        #expect(scene.launches == [.packageReplaced])
        #expect(scene.times(of: .alarm("a")) == [20])
    }

    @Test("can be set again when the app receives the restart or the update")
    func setAgain() throws {
        for reason in [LaunchReason.bootCompleted, .packageReplaced] {
            let scene = try scene()
            scene.act { if reason == .bootCompleted { $0.reboot() } else { $0.updateApp() } }
            scene.run(to: 5)
            #expect(scene.launches == [reason])
            scene.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(20), exact: true)
            scene.run(to: 30)
            #expect(scene.times(of: .alarm("a")) == [20])
        }
    }

    @Test("waits in Doze for a window unless it is exact, exempt from battery optimisation or not")
    func doze() throws {
        for isExempt in [true, false] {
            let scene = try scene { $0.dozeAfterSeconds = 600 }
            scene.act {
                $0.leaveApp()
                $0.setBatteryExemption(isExempt)
            }
            // Set eight seconds before it is due, so that only Doze delays it.
            scene.run(to: 20)
            #expect(scene.simulator.system.powerState.isDozing)
            scene.simulator.system.setAlarm(
                named: "exact",
                at: PhoneScene.minute(20).advanced(bySeconds: 8),
                exact: true
            )
            scene.simulator.system.setAlarm(
                named: "some",
                at: PhoneScene.minute(20).advanced(bySeconds: 8),
                exact: false
            )
            scene.run(to: 50)
            #expect(scene.times(of: .alarm("exact")) == [20 + 8.0 / 60])
            // 06:00 is a full quarter of an hour.
            #expect(scene.times(of: .alarm("some")) == [30])
        }
    }

    @Test("that Doze kept back comes when the phone moves, is plugged in or shows the app")
    func dozeEnds() throws {
        let table: [(name: String, change: (inout SimulatedPhone) -> Void, minute: Double)] = [
            ("opened", { $0.openApp() }, 55), ("charger", { $0.changePower { $0.isCharging = true } }, 55),
            ("moves", { _ in }, 60),
        ]
        for row in table {
            let scene = try scene {
                $0.dozeAfterSeconds = 600
                $0.alarms.dozeWindowSeconds = 86_400
            }
            scene.act { $0.leaveApp() }
            scene.run(to: 50)
            scene.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(50), exact: false)
            scene.run(to: 55)
            scene.act(row.change)
            scene.run(to: 70)
            #expect(scene.times(of: .alarm("a")) == [row.minute], "\(row.name)")
        }
    }

    @Test("several of one moment start one process")
    func together() throws {
        let scene = try scene()
        for name in ["b", "a"] { scene.simulator.system.setAlarm(named: name, at: PhoneScene.minute(20), exact: true) }
        scene.act { $0.killApp() }
        scene.run(to: 30)
        #expect(scene.received.all.suffix(3).map(\.signal) == [.launched(.alarm), .alarm("a"), .alarm("b")])
    }

    @Test("never fires once it is cancelled")
    func cancelled() throws {
        let scene = try scene()
        scene.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(20), exact: true)
        scene.simulator.system.cancelAlarm(named: "a")
        scene.run(to: 30)
        #expect(scene.times(of: .alarm("a")).isEmpty)
    }
}
