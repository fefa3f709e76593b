import RadarEngine
import Foundation
import RadarEngine
import VisitModel

/// A place and a time at which Radar's tests happen, and short ways to say where and when.
enum RadarGround {
    static let start = Timestamp(milliseconds: 1_709_273_378_000)

    /// A time some seconds after the start.
    static func time(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    /// A point some metres north of the place; 111,035 m are a degree of latitude there, to a tenth of a metre.
    static func place(north meters: Double = 0) throws -> Coordinate {
        try Coordinate(latitude: 40 + meters / 111_035, longitude: -75)
    }

    static func location(
        at seconds: Double,
        north meters: Double = 0,
        accuracy: Double? = 10
    ) throws -> RadarLocation {
        RadarLocation(Fix(time: time(seconds), coordinate: try place(north: meters), horizontalAccuracy: accuracy))
    }

    /// Options with the stop rule of the presets.
    static func options(
        on platform: Platform,
        _ change: (inout RadarTrackingOptions) -> Void = { _ in }
    ) -> RadarTrackingOptions {
        var options = RadarTrackingOptions.presetResponsive(on: platform)
        change(&options)
        return options
    }

    /// A value as it comes back from where it was stored.
    static func reborn<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}

/// A random source that gives the same numbers on every machine (SplitMix64).
struct RadarGenerator: RandomNumberGenerator {
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
}
