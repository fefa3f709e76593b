import Foundation
import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Random changes of a phone")
struct PhoneInvariantTests {
    /// The seeds; `FOOTFALL_TEST_SEEDS` multiplies their number.
    static let seeds: [UInt64] = {
        let factor = ProcessInfo.processInfo.environment["FOOTFALL_TEST_SEEDS"].flatMap(UInt64.init) ?? 1
        return Array(1...(30 * max(1, factor)))
    }()

    /// Performs a random action of the owner, an app or the environment.
    private static func act(_ phone: inout SimulatedPhone, _ generator: inout SeededGenerator) throws {
        func coin() -> Bool { generator.next().isMultiple(of: 2) }
        switch generator.next() % 22 {
        case 0: phone.reboot()
        case 1: phone.unlock()
        case 2: phone.updateApp()
        case 3: phone.killApp()
        case 4: phone.forceQuitApp()
        case 5, 6: phone.openApp()
        case 7: phone.leaveApp()
        case 8: phone.setLocationServices(on: coin())
        case 9: phone.setPermission(.backgroundLocation, coin() ? .granted : .denied)
        case 10: phone.setPermission(.fineLocation, .granted)
        case 11: phone.setPrecision(coin() ? .full : .reduced)
        case 12: phone.setPlayServices(coin() ? .available : .missing)
        case 13: phone.setForeignRegions(Int(generator.next() % 8))
        case 14: phone.setConnectivity(coin() ? .wifi : .none)
        case 15: phone.clearAppData()
        case 16: phone.changePower { $0.isCharging.toggle() }
        case 17: phone.setForegroundService(coin())
        case 18: phone.removeRegions(Array(phone.watchedRegions.prefix(3)))
        default:
            let regions = try (0..<Int(1 + generator.next() % 30)).map { _ in
                try PhoneScene.gym("g\(generator.next() % 150)", radius: 100 + Double(generator.next() % 200))
            }
            // A refusal is one of the possible outcomes.
            try? phone.addRegions(regions)
        }
    }

    @Test(
        "regions never exceed the slots, time never goes back, and no signal reaches an app that does not run",
        arguments: seeds,
        Platform.allCases
    )
    func invariants(seed: UInt64, platform: Platform) throws {
        var generator = SeededGenerator(seed: seed)
        var phone = try SimulatedPhone(
            PhoneProfile(platform: platform),
            movement: try PhoneScene.movement(),
            start: PhoneScene.start,
            seed: seed
        )
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        phone.setLocationUpdates(LocationRequest(interval: .seconds(20)))
        var minute = 0.0
        var last = phone.now
        var isRunning = true
        while minute < 180 {
            try Self.act(&phone, &generator)
            minute += 6 * generator.unit()
            while let occurrence = phone.next(by: PhoneScene.minute(minute)) {
                #expect(occurrence.time >= last, "seed \(seed)")
                last = occurrence.time
                #expect(phone.watchedRegions.count <= platform.geofenceLimit, "seed \(seed)")
                #expect(Set(phone.watchedRegions).count == phone.watchedRegions.count, "seed \(seed)")
                if platform == .ios {
                    #expect(phone.ios.takenSlots <= 20, "seed \(seed)")
                }
                if phone.isAppSuspended {
                    #expect(platform == .ios && phone.appState == .background, "seed \(seed)")
                    #expect(occurrence.signals.isEmpty, "seed \(seed): \(occurrence.signals)")
                }
                for signal in occurrence.signals {
                    switch signal {
                    case .launched: isRunning = true
                    case .appStateChanged(let state): isRunning = state.isRunning
                    default: #expect(isRunning, "seed \(seed): \(signal)")
                    }
                }
                for case .decided(let delivery) in occurrence.notes {
                    #expect(delivery.dueAt >= delivery.decidedAt, "seed \(seed)")
                }
            }
        }
    }

    @Test(
        "the same operations on the same phone give the same result",
        arguments: seeds.prefix(6),
        Platform.allCases
    )
    func deterministic(seed: UInt64, platform: Platform) throws {
        func run() throws -> [PhoneOccurrence] {
            var generator = SeededGenerator(seed: seed)
            var phone = try SimulatedPhone(
                PhoneProfile(platform: platform),
                movement: try PhoneScene.movement(),
                start: PhoneScene.start,
                seed: seed
            )
            for permission in Permission.allCases { phone.setPermission(permission, .granted) }
            var occurrences: [PhoneOccurrence] = []
            for minute in stride(from: 0.0, to: 180, by: 5) {
                try Self.act(&phone, &generator)
                while let occurrence = phone.next(by: PhoneScene.minute(minute)) { occurrences.append(occurrence) }
            }
            return occurrences
        }
        #expect(try run() == run(), "seed \(seed)")
    }
}
