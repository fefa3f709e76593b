package import TrackingModel
package import PhoneSimulator
package import VisitModel

/// Random fixes and values such as a broken phone and a faulty app produce.
package struct OddNumbers {
    package private(set) var generator: SeededGenerator
    /// Whether infinities and NaN are among the numbers.
    package let isWild: Bool

    package init(seed: UInt64, isWild: Bool) {
        generator = SeededGenerator(seed: seed)
        self.isWild = isWild
    }

    package mutating func pick(_ count: Int) -> Int { min(count - 1, Int(generator.unit() * Double(count))) }

    package mutating func number() -> Double? {
        switch pick(isWild ? 10 : 6) {
        case 0: nil
        case 1: -0.0
        case 2: Double(pick(100))
        case 3: 0.1 + generator.unit() * 1e-12
        case 4: 1e300 * generator.unit()
        case 5: .leastNonzeroMagnitude
        case 6, 7: .infinity
        case 8: -.infinity
        default: .nan
        }
    }

    package mutating func text() -> String {
        let texts = ["", "inf", "-inf", "nan", "null", "\"\\/\n\0\u{2028}", "é", "e\u{301}", "漢👨‍👩‍👧", "1", "true"]
        return texts[pick(texts.count)]
    }

    package mutating func value(depth: Int = 2) -> ConfigValue {
        switch pick(depth > 0 ? 8 : 6) {
        case 0: .null
        case 1: .bool(pick(2) == 0)
        case 2: .integer(Int64(bitPattern: generator.next()))
        case 3: .number(generator.unit() * 1e6)
        case 4, 5: .text(text())
        case 6: .list((0..<pick(3)).map { _ in value(depth: depth - 1) })
        default: .object(object(depth: depth - 1))
        }
    }

    package mutating func object(depth: Int = 2) -> [String: ConfigValue] {
        var object: [String: ConfigValue] = [:]
        for _ in 0..<pick(4) { object[text()] = value(depth: depth) }
        return object
    }

    /// A fix `meters` north of 45° N, accurate enough to count.
    package mutating func fix(at time: Timestamp, north meters: Double) throws -> Fix {
        Fix(
            time: time,
            coordinate: try Coordinate(latitude: 45 + meters / 111_195, longitude: -93),
            horizontalAccuracy: 1 + Double(pick(20)),
            speed: number(),
            course: number(),
            altitude: number(),
            activity: Activity.allCases[pick(Activity.allCases.count)],
            battery: number()
        )
    }
}
