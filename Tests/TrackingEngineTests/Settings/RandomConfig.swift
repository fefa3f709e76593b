import SeededRandom
import TrackingModel
import VisitModel

@testable import TrackingEngine

/// Configurations and patches by chance, the same for the same seed.
struct RandomConfig {
    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    private var generator: Generator

    init(seed: UInt64) {
        generator = Generator(state: seed)
    }

    /// A configuration with a random part of its options set.
    static func config(seed: UInt64, platform: Platform) -> TrackingConfig {
        var random = RandomConfig(seed: seed)
        return TrackingConfig(platform: platform).applying(random.patch())
    }

    /// A patch of none to all options.
    mutating func patch() -> ConfigPatch {
        let share = Double.random(in: 0...1, using: &generator)
        var patch = ConfigPatch()
        for option in ConfigOption.all where Double.random(in: 0...1, using: &generator) < share {
            do { try patch.set(option.path, to: value(of: option)) } catch { preconditionFailure("\(error)") }
        }
        return patch
    }

    /// A value of an option's type.
    private mutating func value(of option: ConfigOption) -> ConfigValue {
        guard let value = Self.pools[option.path]?.randomElement(using: &generator) else {
            preconditionFailure("no random value fits \(option.path)")
        }
        return value
    }

    /// For each option the values that fit it, out of many of all kinds, as the option itself writes them.
    private static let pools: [String: [ConfigValue]] = {
        var random = RandomConfig(seed: 1)
        let values = choices.map(ConfigValue.text) + (0..<400).map { _ in random.anything(depth: 2) }
        return Dictionary(
            uniqueKeysWithValues: ConfigOption.all.map { option in
                let fitting = values.compactMap { value -> ConfigValue? in
                    var trial = TrackingConfig(platform: .ios)
                    return (try? option.set(value, in: &trial)).map { option.value(in: trial) }
                }
                return (option.path, fitting)
            }
        )
    }()

    private mutating func anything(depth: Int) -> ConfigValue {
        switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &generator) {
        case 0: .bool(Bool.random(using: &generator))
        case 1: .integer(Int64.random(in: -3...6, using: &generator))
        case 2: .integer(Int64.random(in: -10...100_000, using: &generator))
        case 3: .number(Double.random(in: -10...100_000, using: &generator))
        case 4: .text(Self.words.randomElement(using: &generator) ?? "")
        case 5: .text(Self.choices.randomElement(using: &generator) ?? "")
        case 6: .null
        case 7: .list((0..<Int.random(in: 0...3, using: &generator)).map { _ in anything(depth: depth - 1) })
        default: .object(object(depth: depth - 1))
        }
    }

    private mutating func object(depth: Int) -> [String: ConfigValue] {
        var object: [String: ConfigValue] = [:]
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            object[Self.words.randomElement(using: &generator) ?? ""] = anything(depth: depth)
        }
        return object
    }

    private static let words = [
        "", "a", "é \"quoted\" \\ / \n", "https://example.org/records", "[<%= latitude %>]", "雪",
    ]
    private static let choices = [
        "Always", "WhenInUse", "Any", "POST", "PUT", "ASC", "DESC", "JWT", "SAS", "walking", "in_vehicle", "high",
        "low",
    ]
}
