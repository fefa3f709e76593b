import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("An app that uses all features of a phone")
struct EverythingSceneTests {
    /// Performs a random action of the app, the phone's owner or another app.
    private static func act(_ phone: inout SimulatedPhone, _ generator: inout SeededGenerator) throws {
        let later = phone.now.advanced(bySeconds: 1200 * generator.unit())
        let name = "n\(generator.next() % 4)"
        func coin() -> Bool { generator.next().isMultiple(of: 2) }
        switch generator.next() % 22 {
        case 0, 1: phone.setTimer(name, at: coin() ? later : nil)
        case 2, 3: phone.setAlarm(name, at: later, exact: coin())
        case 4: phone.setAlarm(name, at: nil)
        case 5: phone.beginBackgroundTask(name)
        case 6: phone.endBackgroundTask(name)
        case 7: phone.setPreventsSuspension(coin())
        case 8: phone.setActivityUpdates(every: coin() ? .seconds(5) : nil)
        case 9: phone.setOtherAppUpdates(coin() ? LocationRequest(interval: .seconds(7)) : nil)
        case 10, 11, 12:
            phone.setLocationUpdates(
                LocationRequest(
                    interval: .seconds(20),
                    distanceFilterMeters: coin() ? 30 : 0,
                    accuracy: coin() ? .high : .passive,
                    fastestInterval: coin() ? .seconds(5) : nil,
                    deferral: coin() ? .seconds(300) : .zero,
                    pausesAutomatically: coin()
                )
            )
        case 13: phone.openApp()
        case 14, 15: phone.leaveApp()
        case 16: phone.killApp()
        case 17: phone.reboot()
        case 18: phone.forceQuitApp()
        case 19: phone.updateApp()
        case 20: phone.setForegroundService(coin())
        default: phone.changePower { $0.isDozing.toggle() }
        }
    }

    private static func run(
        _ platform: Platform,
        seed: UInt64
    ) throws -> (occurrences: [PhoneOccurrence], costs: PhoneCosts) {
        var generator = SeededGenerator(seed: seed)
        var profile = PhoneProfile(platform: platform)
        profile.dozeAfterSeconds = 900
        profile.background.pauseAfterSeconds = 300
        var phone = try SimulatedPhone(
            profile,
            movement: try PhoneScene.movement(),
            start: PhoneScene.start,
            seed: seed
        )
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        var occurrences: [PhoneOccurrence] = []
        var minute = 0.0
        while minute < 180 {
            try act(&phone, &generator)
            minute += 4 * generator.unit()
            while let occurrence = phone.next(by: PhoneScene.minute(minute)) { occurrences.append(occurrence) }
        }
        return (occurrences, phone.costs)
    }

    @Test("is reproducible from the seed", arguments: PhoneInvariantTests.seeds.prefix(20), Platform.allCases)
    func deterministic(seed: UInt64, platform: Platform) throws {
        let (one, other) = (try Self.run(platform, seed: seed), try Self.run(platform, seed: seed))
        #expect(one.occurrences == other.occurrences, "seed \(seed)")
        #expect(one.costs == other.costs, "seed \(seed)")
    }

    @Test(
        "receives its system's signals while it runs, as often as its costs count",
        arguments: PhoneInvariantTests.seeds,
        Platform.allCases
    )
    func invariants(seed: UInt64, platform: Platform) throws {
        let (occurrences, costs) = try Self.run(platform, seed: seed)
        var isRunning = true
        var (timers, alarms) = (0, 0)
        var launches: [LaunchReason: Int] = [:]
        for signal in occurrences.flatMap(\.signals) {
            switch signal {
            case .launched(let reason):
                isRunning = true
                launches[reason, default: 0] += 1
            case .appStateChanged(let state): isRunning = state.isRunning
            case .alarm:
                #expect(platform == .android && isRunning, "seed \(seed)")
                alarms += 1
            case .timer:
                #expect(isRunning, "seed \(seed)")
                timers += 1
            case .locationUpdatesPaused, .locationUpdatesResumed, .backgroundTaskExpiring:
                #expect(platform == .ios && isRunning, "seed \(seed)")
            default: #expect(isRunning, "seed \(seed): \(signal)")
            }
        }
        #expect(costs.timers == timers && costs.alarms == alarms && costs.launches == launches, "seed \(seed)")
        #expect(costs.preventedSuspensionTime <= costs.backgroundTime, "seed \(seed)")
        #expect(costs.backgroundTime <= .seconds(184 * 60), "seed \(seed)")
        let readings = costs.fixes.values.reduce(0, +)
        #expect(costs.satelliteTime <= .seconds(10 * readings), "seed \(seed)")
    }
}
