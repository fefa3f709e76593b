import SeededRandom
import TrackingTestSupport
import TrackingModel
import Foundation
import Testing
import VisitModel

@testable import TrackingEngine

@Suite("A state written as JSON")
struct StateJSONTests {
    private static let noon = Timestamp(milliseconds: 1_711_972_800_000)

    /// The parsed document.
    private static func document(_ bytes: [UInt8]) throws -> ConfigValue {
        try JSONDecoder().decode(ConfigValue.self, from: Data(bytes))
    }

    private static func foundation(_ value: some Encodable) throws -> ConfigValue {
        try document(Array(JSONEncoder().encode(value)))
    }

    private static func geofences(_ count: Int) throws -> MonitoredGeofences {
        var geofences = MonitoredGeofences(
            platform: .android,
            rules: GeofencingRules(TrackingConfig(platform: .android).geolocation, platform: .android)
        )
        let records = try (0..<count).map { number in
            try TrackedGeofence(
                identifier: "gym/\(number) \"é\"",
                center: Coordinate(latitude: 40 + Double(number) / 1000, longitude: -75.25),
                radius: Radius(meters: 150),
                extras: ["n": .integer(Int64(number)), "part": .fraction(0.1)]
            )
        }
        _ = geofences.add(records, at: noon)
        let fix = Fix(time: noon, coordinate: try Coordinate(latitude: 40, longitude: -75.25), horizontalAccuracy: 7.5)
        _ = geofences.start(.withLocations, fix: fix, at: noon)
        return geofences
    }

    @Test("of tracking equals Foundation's encoding, and decodes to the same value", arguments: Platform.allCases)
    func tracking(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"geolocation": {"distanceFilter": 12.5}, "app": {"url": "a/b"}}"#)
        for _ in 0..<5 { bench.move(40, accuracy: 7.25, speed: 3) }
        let kept = bench.tracking.kept
        let bytes = try StateJSON.bytes(of: kept)
        #expect(try Self.document(bytes) == Self.foundation(kept))
        #expect(try JSONDecoder().decode(BackgroundTracking.StoredState.self, from: Data(bytes)) == kept)
    }

    @Test("of geofences has every change of the records, whatever was written before")
    func geofences() throws {
        var geofences = try Self.geofences(40)
        func check(_ comment: Comment) throws {
            let bytes = try StateJSON.bytes(of: geofences)
            #expect(try Self.document(bytes) == Self.foundation(geofences), comment)
            #expect(try JSONDecoder().decode(MonitoredGeofences.self, from: Data(bytes)) == geofences, comment)
        }
        try check("at the beginning")
        let before = geofences
        let name = "gym/3 \"é\""
        _ = geofences.process(.enter, of: [name], at: Self.noon.advanced(bySeconds: 60))
        #expect(geofences.stored[name]?.hits == 1)
        try check("after an entry, which is counted in the record")
        _ = geofences.remove(["gym/4 \"é\""], at: Self.noon.advanced(bySeconds: 70))
        try check("after a removal")
        let other = try TrackedGeofence(
            identifier: "other",
            center: Coordinate(latitude: 1, longitude: 2),
            radius: Radius(meters: 99)
        )
        _ = geofences.add([other], at: Self.noon.advanced(bySeconds: 80))
        try check("after an addition")
        geofences = before
        try check("of a copy from before")
    }

    @Test("equals Foundation's encoding for any value", arguments: UInt64(1)...60)
    func anyValue(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let value = ConfigValue.object(["a": random.value(), "B": random.value(), "é": random.value()])
        let bytes = try StateJSON.bytes(of: value)
        #expect(try Self.document(bytes) == Self.foundation(value), "seed \(seed)")
        #expect(try StateJSON.bytes(of: value) == bytes, "seed \(seed)")
    }

    private struct Numbers: Codable, Equatable {
        var zero = -0.0
        var half: Float = 0.5
        var byte: UInt8 = 255
        var large = UInt64.max
        var least = Int64.min
        var huge = 1e300
        var tiny = Double.leastNonzeroMagnitude
        var whole = 1e16
        var none: Int?
        var pairs: [Int: [Double?]] = [7: [1.5, nil, 3]]
    }

    @Test("keeps numbers of every width, exactly")
    func numbers() throws {
        let bytes = try StateJSON.bytes(of: Numbers())
        let back = try JSONDecoder().decode(Numbers.self, from: Data(bytes))
        #expect(back == Numbers())
        #expect(back.zero.sign == .minus)
    }

    @Test("writes numbers that JSON has no form for as texts, which a decoder can be configured to read")
    func infinities() throws {
        let bytes = try StateJSON.bytes(of: [Double.infinity, -.infinity, .nan])
        #expect(String(decoding: bytes, as: UTF8.self) == #"["inf","-inf","nan"]"#)
    }

    @Test("has the keys of an object in the order of their bytes, and its last value where a key comes twice")
    func order() throws {
        struct Unordered: Encodable {
            enum Key: String, CodingKey { case b, a, B, list }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .b)
                // A list that is written to while other members follow.
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encode("x")
                try container.encode(2, forKey: .a)
                try list.encodeNil()
                try container.encode(3, forKey: .b)
                var again = encoder.container(keyedBy: Key.self)
                try again.encode(true, forKey: .B)
            }
        }
        let text = String(decoding: try StateJSON.bytes(of: Unordered()), as: UTF8.self)
        #expect(text == #"{"B":true,"a":2,"b":3,"list":["x",null]}"#)
    }

    @Test("reads and writes the keys that earlier versions stored")
    func storedKeys() throws {
        let fix = Fix(time: Self.noon, coordinate: try Coordinate(latitude: 40, longitude: -75.25))
        var watch = FenceWatch()
        (watch.isDwellEmitted, watch.reportedAt) = (true, Self.noon)
        watch.hold = FenceWatch.PendingExit(reportedAt: Self.noon, fix: fix, until: Self.noon)
        guard case .object(let stored) = try Self.document(StateJSON.bytes(of: watch)),
            case .object(let hold)? = stored["hold"]
        else {
            Issue.record("no object")
            return
        }
        #expect(
            Set(stored.keys) == [
                "isActive", "isRegistered", "phase", "isInCircle", "mayHaveBeenInside", "hold", "isDwellTold", "toldAt",
                "isRestored",
            ]
        )
        #expect(Set(hold.keys) == ["toldAt", "fix", "until"])
        #expect(try JSONDecoder().decode(FenceWatch.self, from: Data(StateJSON.bytes(of: watch))) == watch)
        let kept = try Self.document(StateJSON.bytes(of: TrackingBench(.ios).tracking.kept))
        guard case .object(let state) = kept else {
            Issue.record("no object")
            return
        }
        #expect(Set(state.keys) == ["config", "state", "motion", "odometer", "scheduler", "dice"])
    }
}
