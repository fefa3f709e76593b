import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

/// Recorded simulations stay reproducible only while the phone stays the same.
///
/// A new feature draws its randomness from its own source, and signals nothing to an app that does not request it.
@Suite("An app that requests only fixes and regions")
struct PhoneFingerprintTests {
    /// Digests of all signals of four hours, from before the phone had timers, alarms, batches and costs.
    ///
    /// A change of the rules for fixes, regions or suspension changes them on purpose; the test then prints the new
    /// ones.
    private static let recorded: [Platform: [UInt64]] = [
        .android: [
            10_442_836_705_069_244_540, 2_945_038_722_951_851_418, 1_926_281_624_678_726_892,
            16_339_659_464_737_397_340,
        ],
        .ios: [
            13_742_970_942_753_399_886, 15_627_908_807_504_684_624, 7_878_382_729_123_020_310,
            11_867_801_405_415_165_945,
        ],
    ]

    @Test("receives the signals of the phone before these features, to the last bit", arguments: Platform.allCases)
    func same(platform: Platform) throws {
        let digests = try (UInt64(1)...4).map { try Self.digest(platform, seed: $0) }
        #expect(digests == Self.recorded[platform], "\(platform): \(digests)")
    }

    private static func digest(_ platform: Platform, seed: UInt64) throws -> UInt64 {
        var generator = SeededGenerator(seed: seed &+ 1000)
        var profile = PhoneProfile(platform: platform)
        profile.sensing.outliersPerThousand = 5
        profile.dozeAfterSeconds = 1200
        var phone = try SimulatedPhone(
            profile,
            movement: try PhoneScene.movement(),
            start: PhoneScene.start,
            seed: seed
        )
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        try Self.ask(&phone, seed)
        for minute in stride(from: 0.0, to: 240, by: 4) {
            try Self.act(&phone, &generator)
            while let occurrence = phone.next(by: PhoneScene.minute(minute)) {
                for signal in occurrence.signals {
                    for byte in "\(occurrence.time.milliseconds) \(text(signal))".utf8 {
                        digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
                    }
                    if case .launched = signal { try Self.ask(&phone, seed) }
                }
            }
        }
        return digest
    }

    /// Makes a process's requests at its start.
    private static func ask(_ phone: inout SimulatedPhone, _ seed: UInt64) throws {
        phone.setLocationUpdates(nil)
        phone.setLocationUpdates(
            LocationRequest(
                interval: .seconds(seed.isMultiple(of: 2) ? 15 : 60),
                distanceFilterMeters: seed < 3 ? 0 : 50,
                accuracy: seed == 4 ? .medium : .high
            )
        )
        phone.setSignificantChanges(true)
        phone.setVisits(true)
        // A refusal is one of the possible outcomes.
        try? phone.addRegions([PhoneScene.gym(), PhoneScene.gym("wide", radius: 400)])
    }

    /// Performs a random action of the owner or an app.
    private static func act(_ phone: inout SimulatedPhone, _ generator: inout SeededGenerator) throws {
        switch generator.next() % 26 {
        case 0: phone.reboot()
        case 1: phone.updateApp()
        case 2, 3: phone.killApp()
        case 4, 5, 6, 7: phone.openApp()
        case 8, 9, 10: phone.leaveApp()
        case 11: phone.setLocationServices(on: generator.next().isMultiple(of: 2))
        case 12: phone.setConnectivity(generator.next().isMultiple(of: 2) ? .wifi : .none)
        case 13: phone.setForegroundService(generator.next().isMultiple(of: 2))
        case 14, 15: phone.requestSingleFix(generator.next().isMultiple(of: 2) ? .high : .low)
        case 16: phone.showPosition(offMeters: 900, bearingDegrees: 40, accuracyMeters: 5)
        case 17: phone.setReception(generator.next().isMultiple(of: 2) ? .satellites : .wifi)
        case 18: phone.changePower { $0.isCharging.toggle() }
        case 19: phone.setLocationUpdates(nil)
        case 20: phone.forceQuitApp()
        case 21: phone.setPermission(.backgroundLocation, generator.next().isMultiple(of: 2) ? .granted : .denied)
        case 22: phone.requestState(of: try RegionID("gym"))
        default: phone.setLocationServices(on: true)
        }
    }

    /// The text of a signal, with every bit of a fix's numbers.
    private static func text(_ signal: PhoneSignal) -> String {
        func bits(_ fix: Fix) -> String {
            let numbers = [
                fix.coordinate.latitude, fix.coordinate.longitude, fix.horizontalAccuracy ?? -1, fix.speed ?? -1,
                fix.battery ?? -1,
            ]
            return "\(fix.time.milliseconds) " + numbers.map { String($0.bitPattern, radix: 16) }.joined(separator: " ")
        }
        switch signal {
        case .fix(let fix, let source): return "fix \(source.rawValue) \(bits(fix))"
        case .regionTransition(let ids, let transition, let fix):
            return "\(transition.rawValue) \(ids.map(\.text)) \(fix.map(bits) ?? "")"
        case .visit(let place, let accuracy, let arrival, let departure):
            let times = "\(arrival.milliseconds) \(departure?.milliseconds ?? 0)"
            return "visit \(place.latitude.bitPattern) \(place.longitude.bitPattern) \(accuracy.bitPattern) \(times)"
        case .launched(let reason): return "launched \(reason.rawValue)"
        case .appStateChanged(let state): return "app \(state.rawValue)"
        case .powerChanged(let power): return "power \(power.batteryLevel.bitPattern) \(power.isCharging)"
        case .regionFailed(let id, let error): return "failed \(id?.text ?? "") \(error.code.rawValue)"
        default: return "\(signal)"
        }
    }
}
