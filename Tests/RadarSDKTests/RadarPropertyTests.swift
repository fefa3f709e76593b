import MobileSDKCore
import RadarEngine
import PhoneOS
import LongTests
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

@Suite("Radar's client over random lives of a phone")
struct RadarPropertyTests {
    /// Runs random events on a phone with every update to be replayed, until all is well again.
    private static func live(
        _ platform: Platform,
        seed: UInt64,
        setup: (inout RadarSetup) -> Void = { _ in },
        watch: (RadarScene) -> Void = { _ in }
    ) throws -> RadarScene {
        var generator = SeededGenerator(seed: seed)
        func pick(_ count: Int) -> Int { min(count - 1, Int(generator.unit() * Double(count))) }
        let moves: [(minute: Double, east: Double)] = [(0, 0), (20, 0), (26, 3000), (60, 3000), (66, 0)]
        let scene = try RadarScene(platform, seed: seed, moves: moves, setup: setup)
        func start() throws {
            var options = RadarTrackingOptions(preset: RadarPreset.allCases[pick(3)], on: platform)
            options.replay = .all
            if pick(3) == 0 { options.sync = .stopsAndExits }
            try scene.client.startTracking(trackingOptions: options)
        }
        try start()
        let place = try RadarScene.place(east: 3000)
        let fences = RadarServerDouble.fence("gym", latitude: place.latitude, longitude: place.longitude, radius: 150)
        var minute = 0.0
        while minute < 90 {
            minute += 0.3 + 4 * generator.unit()
            switch pick(14) {
            case 0: scene.act { $0.killApp() }
            case 1: scene.act { $0.reboot() }
            case 2: scene.act { $0.updateApp() }
            case 3: scene.act { $0.openApp() }
            case 4: scene.leave()
            case 5: scene.server.reply { _ in .now(.failure("no connection")) }
            case 6: scene.server.reply { _ in .later }
            case 7: scene.server.reply { _ in .now(.response(status: 503, body: [])) }
            case 8: scene.server.reply { _ in .now(RadarServerDouble.success(fences: fences)) }
            case 9: scene.act { $0.setLocationServices(on: false) }
            case 10: scene.act { $0.setLocationServices(on: true) }
            case 11: if scene.simulator.system.appState.isRunning { try start() }
            case 12: scene.server.answerPending()
            default:
                scene.client.track(
                    location: RadarLocation(
                        Fix(time: scene.simulator.system.now(), coordinate: place, horizontalAccuracy: 9)
                    )
                )
            }
            scene.run(to: minute)
            watch(scene)
        }
        scene.act { $0.setLocationServices(on: true) }
        scene.server.reply { _ in .now(RadarServerDouble.success(fences: fences)) }
        scene.run(to: 95)
        scene.act { $0.openApp() }
        scene.run(to: 96)
        var options = RadarTrackingOptions.presetContinuous(on: platform)
        options.replay = .all
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 110)
        return scene
    }

    @Test(
        "nothing is watched too much, every update that was tried arrives in the end, and nothing is left behind",
        .long,
        arguments: Platform.allCases,
        1...12 as ClosedRange<UInt64>
    )
    func arrives(platform: Platform, seed: UInt64) throws {
        let scene = try Self.live(
            platform,
            seed: seed,
            watch: { scene in
                #expect(scene.watched.count <= (platform == .ios ? 20 : 100), "seed \(seed)")
                #expect(scene.watched.allSatisfy(RadarRegion.isRadar), "seed \(seed)")
            }
        )
        let tried = Set(scene.server.records.map(\.locationMs))
        let taken = Set(scene.server.takenRecords.map(\.locationMs))
        #expect(tried.count > 5 && tried == taken, "seed \(seed)")
        #expect(scene.client.waitingUpdates == 0, "seed \(seed)")
        let kept = scene.simulator.withPhone { phone in
            (0..<3000).filter { phone.stored(StoredRadar.recordName($0)) != nil }
        }
        #expect(kept.isEmpty, "seed \(seed)")
        let isReset = scene.messages.contains {
            if case .log(let line) = $0 { line.message.contains("it is reset") } else { false }
        }
        #expect(!isReset, "seed \(seed)")
    }

    @Test(
        "the same life gives the same requests, byte for byte, also where the state is kept at the end of a process alone"
    )
    func repeats() throws {
        for platform in Platform.allCases {
            let one = try Self.live(platform, seed: 77).server.requests
            let other = try Self.live(platform, seed: 77).server.requests
            let settled = try Self.live(platform, seed: 77, setup: { $0.keepsOnlyWhenSettled = true }).server.requests
            #expect(one == other && one == settled && !one.isEmpty)
        }
    }
}
