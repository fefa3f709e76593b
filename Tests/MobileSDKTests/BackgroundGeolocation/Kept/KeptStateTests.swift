import MobileSDKTestSupport
import TrackingModel
import Foundation
import LongTests
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

@Suite("A state as stored in the file")
struct KeptStateTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    /// Tracking after a course at random.
    private static func tracking(_ platform: Platform, seed: UInt64, isWild: Bool) throws -> BackgroundTracking {
        var odd = OddNumbers(seed: seed, isWild: isWild)
        var tracking = defaults(platform, seed: seed)
        _ = tracking.ready(ConfigPatch(), .merged, at: start)
        _ = tracking.configure(at: start) { config in
            config.persistence.extras = odd.object()
            config.http.params = odd.object()
            config.http.headers = ["X-\(odd.pick(9))": odd.text()]
            config.geolocation.distanceFilter = Double(odd.pick(200)) + 0.1
            config.geolocation.stopTimeout = Double(odd.pick(9))
        }
        let fences = try (0..<odd.pick(30)).map { number in
            try TrackedGeofence(
                identifier: "gym/\(number) \"é\"",
                center: Coordinate(latitude: 45 + Double(number) / 300, longitude: -93),
                radius: Radius(meters: 100 + Double(odd.pick(100))),
                extras: odd.object()
            )
        }
        _ = tracking.addGeofences(fences, at: start)
        _ = try tracking.start(at: start)
        var (time, north) = (start, 0.0)
        for _ in 0..<40 {
            time = time.advanced(bySeconds: 1 + Double(odd.pick(120)))
            north += Double(odd.pick(300))
            let fix = try odd.fix(at: time, north: north)
            switch odd.pick(8) {
            case 0: _ = tracking.changePace(odd.pick(2) == 0, at: time)
            case 1: _ = tracking.process(.fix(fix, .single), at: time)
            case 2: _ = tracking.process(.activity(fix.activity ?? .still, confidence: odd.pick(101)), at: time)
            case 3: _ = tracking.setOdometer(odd.number() ?? 5, at: time)
            case 4:
                let action = GeofenceCrossing.Action.allCases[odd.pick(3)]
                _ = tracking.process(.regionsCrossed(action, fences.prefix(2).map(\.identifier), fix), at: time)
            default: _ = tracking.process(.fix(fix, .updates), at: time)
            }
        }
        return tracking
    }

    private static func defaults(_ platform: Platform, seed: UInt64 = 1) -> BackgroundTracking {
        BackgroundTracking(platform: platform, facts: PhoneFacts(at: start, timeZone: .utc), seed: seed)
    }

    private struct Envelope<Value: Codable>: Codable {
        let version: Int
        let value: Value
    }

    /// What was written before states had a writer of their own.
    private static func foundation(_ value: some Codable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return Array(try encoder.encode(Envelope(version: 1, value: value)))
    }

    @Test(
        "reads back as it was, whether it was written now or by Foundation's encoder",
        .long,
        arguments: Platform.allCases,
        1...40 as ClosedRange<UInt64>
    )
    func comesBack(platform: Platform, seed: UInt64) throws {
        let isWild = seed.isMultiple(of: 2)
        let tracking = try Self.tracking(platform, seed: seed, isWild: isWild)
        let (kept, geofences) = (tracking.kept, tracking.geofences)
        let written = (state: StoredTracking.bytes(of: kept), geofences: StoredTracking.bytes(of: geofences))
        let before = (state: try Self.foundation(kept), geofences: try Self.foundation(geofences))
        let defaults = Self.defaults(platform)
        for (state, fences) in [written, before] {
            let readState = StoredTracking.state(state, defaults: defaults.kept)
            let readFences = StoredTracking.geofences(fences, defaults: defaults.geofences, at: Self.start)
            #expect(readState.losses.isEmpty && readFences.losses.isEmpty, "seed \(seed)")
            let (kept2, geofences2) = (try #require(readState.value), try #require(readFences.value))
            // What is no number is not equal to itself: the bytes are compared besides.
            let isEqual = isWild || (kept2 == kept && geofences2 == geofences)
            let isSame = (StoredTracking.bytes(of: kept2), StoredTracking.bytes(of: geofences2)) == written
            // Compared beforehand: a failure should not print whole states.
            #expect(isEqual && isSame, "seed \(seed)")
        }
    }

    @Test("the courses do keep infinities")
    func isWild() throws {
        let texts = try (1...20 as ClosedRange<UInt64>).map { seed in
            let kept = try Self.tracking(.android, seed: seed * 2, isWild: true).kept
            return String(decoding: StoredTracking.bytes(of: kept), as: UTF8.self)
        }
        #expect(texts.contains { $0.contains(#""meters":"inf""#) })
    }

    @Test("a text of the app's that looks like a number stays a text", arguments: ["inf", "-inf", "nan"])
    func texts(text: String) throws {
        var tracking = Self.defaults(.ios)
        _ = tracking.configure(at: Self.start) { $0.persistence.extras = ["name": .text(text)] }
        let bytes = StoredTracking.bytes(of: tracking.kept)
        let read = StoredTracking.state(bytes, defaults: Self.defaults(.ios).kept)
        #expect(read.value?.config.persistence.extras == ["name": .text(text)])
    }
}
