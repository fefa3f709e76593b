import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("An app in the background of iOS")
struct SuspensionSceneTests {
    private func seconds(_ seconds: Double) -> Double { seconds / 60 }

    @Test("is suspended after ten seconds, unless location updates that it may have keep it running")
    func whatKeepsRunning() throws {
        let table: [(updates: Bool, always: Bool, mode: Bool, location: Bool, isSuspended: Bool)] = [
            (false, true, true, true, true), (true, true, true, true, false), (true, false, true, true, true),
            (true, true, false, true, true), (true, true, true, false, true),
        ]
        for row in table {
            let scene = try PhoneScene(.ios)
            if row.updates { scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60))) }
            scene.act {
                if !row.always { $0.setPermission(.backgroundLocation, .denied) }
                if !row.mode { $0.setManifest(AppManifest(usageDescriptions: [], backgroundModes: [])) }
                if !row.location { $0.setLocationServices(on: false) }
            }
            scene.run(to: 1)
            #expect(!scene.isSuspended)
            scene.act { $0.leaveApp() }
            scene.run(to: 1 + seconds(9))
            #expect(!scene.isSuspended, "\(row)")
            scene.run(to: 1 + seconds(11))
            #expect(scene.isSuspended == row.isSuspended, "\(row)")
        }
    }

    @Test("is never suspended on Android")
    func android() throws {
        let scene = try PhoneScene(.android)
        scene.act { $0.leaveApp() }
        scene.run(to: 10)
        #expect(!scene.isSuspended)
        scene.act { $0.setConnectivity(.wifi) }
        scene.run(to: 10.1)
        #expect(scene.received.all.last?.signal == .connectivityChanged(.wifi))
    }

    @Test("receives nothing while it is suspended, and the current state when it comes to the foreground")
    func missed() throws {
        let scene = try PhoneScene(.ios)
        scene.act { $0.leaveApp() }
        scene.run(to: 1)
        let count = scene.received.all.count
        scene.act {
            $0.setConnectivity(.none)
            $0.setConnectivity(.wifi)
            $0.setPermission(.notifications, .denied)
            $0.setLocationServices(on: false)
        }
        scene.run(to: 2)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 3)
        #expect(scene.received.all.count == count)
        scene.act { $0.openApp() }
        scene.run(to: 4)
        #expect(
            scene.received.all.dropFirst(count).map(\.signal) == [
                .appStateChanged(.foreground), .connectivityChanged(.wifi),
                .permissionChanged(.notifications, .denied), .locationServicesChanged(isOn: true),
            ]
        )
        #expect(!scene.isSuspended)
    }

    @Test("gets a requested fix that comes in time, and not one that comes too late")
    func singleFix() throws {
        // A fix comes 3 to 8 seconds after it was requested.
        for (asked, isReported) in [(1.0, true), (9.0, false)] {
            let scene = try PhoneScene(.ios)
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 1 + seconds(asked))
            scene.simulator.system.requestSingleFix(.high)
            scene.run(to: 3)
            scene.act { $0.openApp() }
            scene.run(to: 4)
            let singles = scene.received.all.filter { if case .fix(_, .single) = $0.signal { true } else { false } }
            #expect(singles.isEmpty == !isReported, "\(asked)")
        }
    }

    @Test("is woken for ten seconds by a region, a significant change, a visit and a fetch, and by nothing else")
    func woken() throws {
        let table: [(name: String, ask: (any PhoneOS) throws -> Void, wakes: Bool)] = [
            ("region", { try $0.addRegions([PhoneScene.gym()]) }, true),
            ("significant change", { $0.startSignificantChanges() }, true),
            ("visit", { $0.startVisits() }, true),
            ("activity", { $0.startActivityUpdates(every: .seconds(10)) }, false),
        ]
        for row in table {
            let scene = try PhoneScene(.ios) { $0.backgroundFetchSeconds = 1e9 }
            try row.ask(scene.simulator.system)
            scene.run(to: 58)
            scene.act { $0.leaveApp() }
            scene.run(to: 59)
            #expect(scene.isSuspended)
            let count = scene.received.all.count
            scene.run(to: 90)
            #expect((scene.received.all.count > count) == row.wakes, "\(row.name)")
            #expect(scene.isSuspended, "\(row.name)")
        }
        let fetching = try PhoneScene(.ios)
        fetching.act { $0.leaveApp() }
        fetching.run(to: 14)
        #expect(fetching.isSuspended)
        fetching.run(to: 15 + seconds(5))
        #expect(fetching.received.all.last?.signal == .backgroundFetch)
        #expect(!fetching.isSuspended)
        fetching.run(to: 15 + seconds(11))
        #expect(fetching.isSuspended)
    }

    @Test("is suspended again after it was started for an event")
    func started() throws {
        let scene = try PhoneScene(.ios) { $0.backgroundFetchSeconds = 1e9 }
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 30)
        scene.act { $0.killApp() }
        scene.run(to: 100)
        #expect(scene.launches == [.location])
        #expect(scene.isSuspended)
        scene.run(to: 180)
        #expect(scene.transitions.map(\.transition) == [.enter, .exit])
        // The second event woke it: no other process was started.
        #expect(scene.launches == [.location])
    }

    @Test("gets the end of its updates with location switched off, and none before it is woken")
    func updatesEnd() throws {
        let scene = try PhoneScene(.ios)
        scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
        scene.run(to: 1)
        scene.act { $0.leaveApp() }
        scene.run(to: 4.5)
        let count = scene.fixes.count
        #expect(count >= 4)
        scene.act { $0.setLocationServices(on: false) }
        scene.run(to: 5.5)
        #expect(scene.received.all.last?.signal == .locationServicesChanged(isOn: false))
        #expect(scene.isSuspended)
        scene.act { $0.setLocationServices(on: true) }
        scene.run(to: 14.9)
        #expect(scene.fixes.count == count)
        // The fetch comes at minute 15.
        scene.run(to: 20.5)
        #expect(scene.fixes.count >= count + 5)
        #expect(!scene.isSuspended)
    }
}

extension PhoneScene {
    fileprivate var isSuspended: Bool { simulator.withPhone { $0.isAppSuspended } }
}
