import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("A phone that watches a region")
struct RegionSceneTests {
    @Test(
        "reports entry, dwell and exit, each once and at most as late as its profile allows",
        arguments: UInt64(1)...10
    )
    func androidVisit(seed: UInt64) throws {
        let scene = try PhoneScene(.android, seed: seed)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.act { $0.leaveApp() }
        scene.run(to: 180)
        #expect(scene.transitions.map(\.transition) == [.enter, .dwell, .exit], "seed \(seed)")
        let minutes = scene.transitions.map(\.minute)
        #expect((64.0...72).contains(minutes[0]), "seed \(seed): \(minutes)")
        #expect((74.0...84).contains(minutes[1]), "seed \(seed): \(minutes)")
        #expect((120.0...130).contains(minutes[2]), "seed \(seed): \(minutes)")
    }

    @Test("reports entry and exit on iOS, and no dwell", arguments: UInt64(1)...10)
    func iosVisit(seed: UInt64) throws {
        let scene = try PhoneScene(.ios, seed: seed)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.act { $0.leaveApp() }
        scene.run(to: 180)
        #expect(scene.transitions.map(\.transition) == [.enter, .exit], "seed \(seed)")
        let minutes = scene.transitions.map(\.minute)
        #expect((64.0...69).contains(minutes[0]), "seed \(seed): \(minutes)")
        #expect((120.0...126).contains(minutes[1]), "seed \(seed): \(minutes)")
    }

    @Test("is the same phone for the same seed, and another one for another", arguments: Platform.allCases)
    func deterministic(platform: Platform) throws {
        func run(_ seed: UInt64) throws -> [PhoneOccurrence] {
            let scene = try PhoneScene(platform, seed: seed)
            try scene.simulator.system.addRegions([PhoneScene.gym()])
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
            scene.run(to: 180)
            return scene.occurrences
        }
        let first = try run(5)
        #expect(first.count > 100)
        #expect(try run(5) == first)
        #expect(try run(6) != first)
    }

    @Test("loses its regions in a restart on Android, notifies the app, and accepts them again")
    func androidReboot() throws {
        let scene = try PhoneScene(.android)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 30)
        scene.act { $0.reboot() }
        scene.run(to: 40)
        #expect(scene.watched.isEmpty)
        #expect(scene.notes.contains(.lost([try RegionID("gym")], .reboot)))
        #expect(scene.launches == [.bootCompleted])
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 180)
        #expect(scene.transitions.map(\.transition) == [.enter, .dwell, .exit])
    }

    @Test("keeps its regions across a restart on iOS, and delivers nothing before the first unlock")
    func iosReboot() throws {
        let scene = try PhoneScene(.ios) { $0.firstUnlockSeconds = 1e6 }
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 30)
        scene.act { $0.reboot() }
        scene.run(to: 100)
        #expect(scene.watched == ["gym"])
        #expect(scene.transitions.isEmpty)
        scene.act { $0.unlock() }
        scene.run(to: 180)
        #expect(scene.transitions.last?.transition == .exit)
        #expect(scene.transitions.allSatisfy { $0.minute >= 100 })
    }

    @Test("loses its regions with an update on Android, unless its profile says otherwise", arguments: [true, false])
    func androidUpdate(loses: Bool) throws {
        let scene = try PhoneScene(.android) { $0.android.losesOnAppUpdate = loses }
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 30)
        scene.act { $0.updateApp() }
        scene.run(to: 40)
        #expect(scene.watched == (loses ? [] : ["gym"]))
        #expect(scene.launches == [.packageReplaced])
    }

    @Test("keeps its regions over an update on iOS and starts the app for the next crossing")
    func iosUpdate() throws {
        let scene = try PhoneScene(.ios) { $0.backgroundFetchSeconds = 1e9 }
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 30)
        scene.act { $0.updateApp() }
        scene.run(to: 40)
        #expect(scene.watched == ["gym"])
        #expect(scene.launches.isEmpty)
        scene.run(to: 180)
        #expect(scene.launches == [.location])
        #expect(scene.transitions.map(\.transition) == [.enter, .exit])
    }

    @Test(
        "starts an app that the system ended, and one that the member ended only on iOS",
        arguments: Platform.allCases
    )
    func ended(platform: Platform) throws {
        for isForced in [false, true] {
            let scene = try PhoneScene(platform) { $0.backgroundFetchSeconds = 1e9 }
            try scene.simulator.system.addRegions([PhoneScene.gym()])
            scene.run(to: 30)
            scene.act { if isForced { $0.forceQuitApp() } else { $0.killApp() } }
            scene.run(to: 180)
            let isReported = platform == .ios || !isForced
            #expect(scene.transitions.isEmpty != isReported, "\(platform), forced: \(isForced)")
            #expect(scene.launches == (isReported ? [.location] : []), "\(platform), forced: \(isForced)")
        }
    }

    @Test("loses its regions with location switched off on Android, with error 1000; iOS keeps them")
    func locationOff() throws {
        for platform in Platform.allCases {
            let scene = try PhoneScene(platform)
            try scene.simulator.system.addRegions([PhoneScene.gym()])
            scene.run(to: 30)
            scene.act { $0.setLocationServices(on: false) }
            scene.run(to: 40)
            let codes = scene.received.all.compactMap { entry -> PhoneError.Code? in
                if case .regionFailed(nil, let error) = entry.signal { error.code } else { nil }
            }
            #expect(scene.watched == (platform == .ios ? ["gym"] : []))
            #expect(codes == (platform == .ios ? [] : [.geofenceNotAvailable]))
            scene.act { $0.setLocationServices(on: true) }
            scene.run(to: 180)
            #expect(scene.transitions.isEmpty == (platform == .android))
        }
    }

    @Test("refuses the 21st on iOS by a signal, and the 101st call on Android at once")
    func overLimit() throws {
        let ios = try PhoneScene(.ios)
        try ios.simulator.system.addRegions(try (0..<21).map { try PhoneScene.gym("g\($0)") })
        ios.run(to: 1)
        #expect(ios.watched.count == 20)
        let refused = ios.received.all.compactMap { entry -> RegionID? in
            if case .regionFailed(let id, let error) = entry.signal, error.code == .regionMonitoringFailure {
                id
            } else {
                nil
            }
        }
        #expect(refused == [try RegionID("g20")])
        #expect(ios.simulator.system.monitoredRegions?.count == 20)

        let android = try PhoneScene(.android)
        try android.simulator.system.addRegions(try (0..<100).map { try PhoneScene.gym("g\($0)") })
        let error = #expect(throws: PhoneError.self) {
            try android.simulator.system.addRegions([PhoneScene.gym("one too many")])
        }
        #expect(error?.code == .tooManyGeofences)
        #expect(android.watched.count == 100)
        #expect(android.simulator.system.monitoredRegions == nil)
    }

    @Test("takes no fence without Google Play services, and forgets those it had")
    func playServices() throws {
        let scene = try PhoneScene(.android)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.act { $0.setPlayServices(.missing) }
        #expect(scene.watched.isEmpty)
        let error = #expect(throws: PhoneError.self) { try scene.simulator.system.addRegions([PhoneScene.gym()]) }
        #expect(error?.code == .playServicesUnavailable)
        scene.act { $0.setPlayServices(.available) }
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        #expect(scene.watched == ["gym"])
    }
}
