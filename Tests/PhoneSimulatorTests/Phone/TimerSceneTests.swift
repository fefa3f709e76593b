import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("A timer of the app's process")
struct TimerSceneTests {
    @Test("fires at its time, once, in the foreground and in the background", arguments: Platform.allCases)
    func onTime(platform: Platform) throws {
        for isInFront in [true, false] {
            let scene = try PhoneScene(platform)
            // Keeps iOS from suspending the process.
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(600)))
            if !isInFront { scene.act { $0.leaveApp() } }
            scene.simulator.system.setTimer(named: "heartbeat", at: PhoneScene.minute(7.5))
            scene.run(to: 60)
            #expect(scene.times(of: .timer("heartbeat")) == [7.5])
        }
    }

    @Test("moves when it is set again, never fires when it is cancelled, and at once when it is past")
    func change() throws {
        let scene = try PhoneScene(.ios)
        let system = scene.simulator.system
        scene.run(to: 1)
        for name in ["moved", "cancelled", "kept"] { system.setTimer(named: name, at: PhoneScene.minute(5)) }
        system.setTimer(named: "moved", at: PhoneScene.minute(9))
        system.cancelTimer(named: "cancelled")
        system.cancelTimer(named: "unknown")
        system.setTimer(named: "past", at: PhoneScene.minute(-5))
        scene.run(to: 20)
        #expect(scene.times(of: .timer("moved")) == [9])
        #expect(scene.times(of: .timer("cancelled")).isEmpty)
        #expect(scene.times(of: .timer("kept")) == [5])
        #expect(scene.times(of: .timer("past")) == [1])
    }

    @Test("that is due while iOS has the process suspended fires when it is woken, before what woke it")
    func suspended() throws {
        let scene = try PhoneScene(.ios)
        for (name, minute) in [("b", 3.0), ("a", 4), ("later", 40)] {
            scene.simulator.system.setTimer(named: name, at: PhoneScene.minute(minute))
        }
        scene.act { $0.leaveApp() }
        scene.run(to: 14.9)
        #expect(scene.times(of: .timer("a")).isEmpty)
        // The fetch comes at minute 15.
        scene.run(to: 16)
        #expect(
            scene.received.all.map(\.signal).suffix(3) == [.timer("b"), .timer("a"), .backgroundFetch]
        )
        #expect(scene.times(of: .timer("a")) == [15])
        #expect(scene.times(of: .timer("later")).isEmpty)
    }

    @Test("is gone when it was cancelled or moved before the suspended process ran")
    func cancelledWhileSuspended() throws {
        let scene = try PhoneScene(.ios)
        scene.simulator.system.setTimer(named: "a", at: PhoneScene.minute(3))
        scene.simulator.system.setTimer(named: "b", at: PhoneScene.minute(3))
        scene.act { $0.leaveApp() }
        scene.run(to: 5)
        scene.simulator.system.cancelTimer(named: "a")
        scene.simulator.system.setTimer(named: "b", at: PhoneScene.minute(20))
        scene.act { $0.openApp() }
        scene.run(to: 30)
        #expect(scene.times(of: .timer("a")).isEmpty)
        #expect(scene.times(of: .timer("b")) == [20])
    }

    @Test("never fires when its process ended, whatever comes after it", arguments: Platform.allCases)
    func processEnds(platform: Platform) throws {
        let ends: [(String, (inout SimulatedPhone) -> Void)] = [
            ("killed", { $0.killApp() }), ("forced", { $0.forceQuitApp() }), ("reboot", { $0.reboot() }),
            ("update", { $0.updateApp() }), ("reinstall", { $0.reinstallApp() }),
        ]
        for (name, end) in ends {
            let scene = try PhoneScene(platform)
            scene.simulator.system.setTimer(named: "a", at: PhoneScene.minute(10))
            scene.run(to: 1)
            scene.act(end)
            scene.run(to: 5)
            scene.act { $0.openApp() }
            // A process that does not run can't make requests.
            scene.act {
                $0.killApp()
                $0.setTimer("b", at: PhoneScene.minute(12))
                $0.openApp()
            }
            scene.run(to: 30)
            #expect(scene.times(of: .timer("a")).isEmpty, "\(name)")
            #expect(scene.times(of: .timer("b")).isEmpty, "\(name)")
        }
    }
}

extension PhoneScene {
    /// The minutes at which a signal was received.
    func times(of signal: PhoneSignal) -> [Double] {
        received.all.filter { $0.signal == signal }.map { Self.start.seconds(to: $0.time) / 60 }
    }

    var costs: PhoneCosts { simulator.withPhone { $0.costs } }
}
