import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("An app that needs background time on iOS")
struct BackgroundTaskSceneTests {
    private func seconds(_ seconds: Double) -> Double { seconds / 60 }

    private func isSuspended(_ scene: PhoneScene) -> Bool { scene.simulator.withPhone { $0.isAppSuspended } }

    @Test("has thirty seconds for a task in the background, is warned five before, and is ended if it continues")
    func limit() throws {
        let scene = try PhoneScene(.ios)
        scene.simulator.system.beginBackgroundTask(named: "upload")
        scene.run(to: 10)
        #expect(scene.times(of: .backgroundTaskExpiring("upload")).isEmpty)
        scene.act { $0.leaveApp() }
        scene.run(to: 10 + seconds(24.9))
        #expect(!isSuspended(scene))
        #expect(scene.times(of: .backgroundTaskExpiring("upload")).isEmpty)
        scene.run(to: 10 + seconds(29.9))
        #expect(scene.times(of: .backgroundTaskExpiring("upload")) == [10 + 25.0 / 60])
        #expect(scene.simulator.system.appState == .background)
        scene.run(to: 11)
        #expect(scene.simulator.system.appState == .terminated)
    }

    @Test("is suspended when it ends its last task, and not before its ten seconds are over")
    func ends() throws {
        for (ended, suspendedAt) in [(15.0, 15.0), (4, 10), (26, 26)] {
            let scene = try PhoneScene(.ios)
            scene.simulator.system.beginBackgroundTask(named: "a")
            scene.simulator.system.beginBackgroundTask(named: "a")
            scene.simulator.system.beginBackgroundTask(named: "b")
            scene.simulator.system.endBackgroundTask(named: "b")
            scene.simulator.system.endBackgroundTask(named: "unknown")
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 1 + seconds(ended))
            #expect(!isSuspended(scene), "\(ended)")
            scene.simulator.system.endBackgroundTask(named: "a")
            scene.run(to: 1 + seconds(suspendedAt - 0.1))
            if suspendedAt > ended { #expect(!isSuspended(scene), "\(ended)") }
            scene.run(to: 1 + seconds(suspendedAt + 0.1))
            #expect(isSuspended(scene), "\(ended)")
            scene.run(to: 5)
            #expect(scene.simulator.system.appState == .background)
        }
    }

    @Test("has them again when it is woken, also for a task that it starts then")
    func woken() throws {
        let scene = try PhoneScene(.ios)
        scene.act { $0.leaveApp() }
        // The fetch comes at minute 15.
        scene.run(to: 15 + seconds(3))
        scene.simulator.system.beginBackgroundTask(named: "a")
        scene.run(to: 15 + seconds(29))
        #expect(!isSuspended(scene))
        #expect(scene.times(of: .backgroundTaskExpiring("a")) == [15 + 25.0 / 60])
        scene.simulator.system.endBackgroundTask(named: "a")
        scene.run(to: 16)
        #expect(isSuspended(scene))
    }

    @Test("gets no extra time for a running task by receiving signals")
    func notRenewed() throws {
        let scene = try PhoneScene(.ios)
        scene.simulator.system.beginBackgroundTask(named: "a")
        // Twenty seconds before the fetch of minute 15.
        scene.run(to: 15 - seconds(20))
        scene.act { $0.leaveApp() }
        scene.run(to: 15 + seconds(9))
        #expect(scene.received.all.contains { $0.signal == .backgroundFetch })
        #expect(scene.times(of: .backgroundTaskExpiring("a")) == [15 + 5.0 / 60])
        #expect(scene.simulator.system.appState == .background)
        scene.run(to: 15 + seconds(11))
        #expect(scene.simulator.system.appState == .terminated)
    }

    @Test("has unlimited time while updates keep it running, and its seconds from their end on")
    func updates() throws {
        let scene = try PhoneScene(.ios)
        let system = scene.simulator.system
        system.startLocationUpdates(LocationRequest(interval: .seconds(30)))
        system.beginBackgroundTask(named: "a")
        scene.act { $0.leaveApp() }
        scene.run(to: 20)
        #expect(system.appState == .background)
        #expect(scene.times(of: .backgroundTaskExpiring("a")).isEmpty)
        system.stopLocationUpdates()
        scene.run(to: 20 + seconds(29))
        #expect(scene.times(of: .backgroundTaskExpiring("a")) == [20 + 25.0 / 60])
        scene.run(to: 21)
        #expect(system.appState == .terminated)
    }

    @Test("that comes back to the screen keeps its task, and its time restarts with the next leaving")
    func back() throws {
        let scene = try PhoneScene(.ios)
        scene.simulator.system.beginBackgroundTask(named: "a")
        scene.act { $0.leaveApp() }
        scene.run(to: seconds(20))
        scene.act { $0.openApp() }
        scene.run(to: 5)
        scene.act { $0.leaveApp() }
        scene.run(to: 5 + seconds(20))
        #expect(scene.times(of: .backgroundTaskExpiring("a")).isEmpty)
        scene.run(to: 5 + seconds(26))
        #expect(scene.times(of: .backgroundTaskExpiring("a")) == [5 + 25.0 / 60])
    }

    @Test(
        "and prevents its suspension is not suspended, gets its timers, and is suspended ten seconds after it lets go"
    )
    func prevents() throws {
        let scene = try PhoneScene(.ios) { $0.backgroundFetchSeconds = 1e9 }
        let system = scene.simulator.system
        system.setPreventsSuspension(true)
        system.setTimer(named: "heartbeat", at: PhoneScene.minute(30))
        system.beginBackgroundTask(named: "a")
        scene.act { $0.leaveApp() }
        scene.run(to: 40)
        #expect(!isSuspended(scene))
        #expect(scene.times(of: .timer("heartbeat")) == [30])
        #expect(scene.times(of: .backgroundTaskExpiring("a")).isEmpty)
        system.endBackgroundTask(named: "a")
        system.setPreventsSuspension(false)
        scene.run(to: 40 + seconds(9))
        #expect(!isSuspended(scene))
        scene.run(to: 40 + seconds(11))
        #expect(isSuspended(scene))
        #expect(scene.costs.preventedSuspensionTime == .seconds(2400))
    }

    @Test("and prevents its suspension has to request that again in its next process")
    func preventsInProcess() throws {
        let scene = try PhoneScene(.ios) { $0.backgroundFetchSeconds = 1e9 }
        scene.simulator.system.setPreventsSuspension(true)
        scene.act {
            $0.killApp()
            $0.openApp()
            $0.leaveApp()
        }
        scene.run(to: 1)
        #expect(isSuspended(scene))
    }

    @Test("needs none of that on Android, which neither warns nor ends it")
    func android() throws {
        let scene = try PhoneScene(.android)
        scene.simulator.system.beginBackgroundTask(named: "a")
        scene.simulator.system.setPreventsSuspension(true)
        scene.act { $0.leaveApp() }
        scene.run(to: 60)
        #expect(scene.simulator.system.appState == .background)
        #expect(scene.times(of: .backgroundTaskExpiring("a")).isEmpty)
        #expect(scene.costs.preventedSuspensionTime == .zero)
    }
}
