package import SeededRandom
package import TrackingModel

extension SeededGenerator {
    /// A text of characters that are hard on writers of JSON.
    package mutating func hostileText() -> String {
        let parts = [
            "\"", "\\", "/", "\n", "\r\n", "\t", "\0", "\u{1F}", "\u{7F}", "\u{2028}", "é", "e\u{301}", "漢", "👨‍👩‍👧",
            "<%= uuid %>",
            "}", "]", ",", ":", "\\u0000", "null", " ", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}",
        ]
        return (0..<Int.random(in: 0...8, using: &self)).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
    }

    /// Any JSON value.
    package mutating func value(depth: Int = 3) -> ConfigValue {
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

    package mutating func object(depth: Int = 3) -> [String: ConfigValue] {
        var object: [String: ConfigValue] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &self) { object[hostileText()] = value(depth: depth) }
        return object
    }
}
