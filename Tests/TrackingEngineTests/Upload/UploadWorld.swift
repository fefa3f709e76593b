import Foundation
import Testing
import TrackingEngine
import VisitModel

/// Locations, configurations and JSON as the tests of uploads write them.
enum UploadWorld {
    static let now = Timestamp(milliseconds: 1_772_471_051_560)

    static func location(
        _ uuid: String = "u1",
        event: TrackedLocation.Reason? = nil,
        change: (inout TrackedLocation) -> Void = { _ in }
    ) throws -> TrackedLocation {
        let fix = Fix(
            time: Timestamp(milliseconds: 1_772_471_051_250),
            coordinate: try Coordinate(latitude: 40, longitude: -75.25),
            horizontalAccuracy: 12,
            speed: 1.1,
            course: 270,
            altitude: 30.2,
            activity: .walking,
            battery: 0.81
        )
        var location = TrackedLocation(uuid: uuid, fix: fix, recordedAt: now, event: event, isMoving: true)
        location.odometerMeters = 5120.4
        location.odometerErrorMeters = 7
        location.activityConfidence = 100
        change(&location)
        return location
    }

    static func geofence(_ identifier: String = "fac_17") throws -> TrackedLocation {
        try location(event: .geofence) {
            $0.geofence = GeofenceCrossing(
                identifier: identifier,
                action: .dwell,
                timestamp: Timestamp(milliseconds: 1_772_471_052_000),
                extras: ["tag": .text("gym")]
            )
        }
    }

    static func config(
        _ platform: Platform = .ios,
        url: String = "https://example.com/locations",
        change: (inout TrackingConfig) -> Void = { _ in }
    ) -> TrackingConfig {
        var config = TrackingConfig(platform: platform)
        config.http.url = url
        change(&config)
        return config
    }

    static func json(_ bytes: [UInt8]) throws -> ConfigValue {
        try JSONDecoder().decode(ConfigValue.self, from: Data(bytes))
    }

    static func json(_ text: String) throws -> ConfigValue { try json(Array(text.utf8)) }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The record of a location under a configuration, as a JSON value.
    static func record(_ location: TrackedLocation, _ config: TrackingConfig) throws -> ConfigValue {
        try json(RecordWriting(config).json(of: location))
    }

    static func records(_ names: String...) -> [UploadRecord] {
        names.map { UploadRecord(uuid: $0, json: Array("{\"uuid\":\"\($0)\"}".utf8)) }
    }
}

extension ConfigValue {
    /// A value within objects, for instance `coords.latitude`.
    subscript(path path: String) -> ConfigValue? {
        var value: ConfigValue? = self
        for key in path.split(separator: ".") {
            guard case .object(let object)? = value else { return nil }
            value = object[String(key)]
        }
        return value
    }

    /// The keys of an object.
    var keys: [String] {
        guard case .object(let object) = self else { return [] }
        return object.keys.sorted()
    }
}

/// A generator with a seed (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
struct UploadDice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text of characters that are hard on writers of JSON.
    mutating func hostileText() -> String {
        let parts = [
            "\"", "\\", "/", "\n", "\r\n", "\t", "\0", "\u{1F}", "\u{7F}", "\u{2028}", "é", "e\u{301}", "漢", "👨‍👩‍👧",
            "<%= uuid %>",
            "}", "]", ",", ":", "\\u0000", "null", " ", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}",
        ]
        return (0..<Int.random(in: 0...8, using: &self)).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
    }

    /// Any JSON value.
    mutating func value(depth: Int = 3) -> ConfigValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
        case 0: .null
        case 1: .bool(Bool.random(using: &self))
        case 2: .integer(Int64.random(in: Int64.min...Int64.max, using: &self))
        case 3: .integer(Int64.random(in: -9...9, using: &self))
        case 4: .fraction(Double.random(in: -1e3...1e3, using: &self) + 0.1234567)
        case 5: .text(hostileText())
        case 6: .list((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth - 1) })
        default: .object(object(depth: depth - 1))
        }
    }

    mutating func object(depth: Int = 3) -> [String: ConfigValue] {
        var object: [String: ConfigValue] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &self) { object[hostileText()] = value(depth: depth) }
        return object
    }
}
