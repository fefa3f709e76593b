/// Parses distances: `150 m`, `1.2 km`.
enum LengthText {
    /// Parses a distance; a plain number is in metres.
    ///
    /// - Parameters:
    ///   - text: a number, optionally with `m` or `km`.
    ///   - range: the allowed range, in metres.
    /// - Returns: the metres.
    /// - Throws: `Problem`.
    static func meters(_ text: String, within range: ClosedRange<Double>) throws -> Double {
        var rest = Substring(text.lowercased().filter { !$0.isWhitespace })
        let units = ["": 1.0, "m": 1, "km": 1000]
        guard let number = rest.takeDecimal(), let unit = units[String(rest)] else {
            throw Problem("\(quoted(text)) is not a length, expected for instance 150 m or 1.2 km")
        }
        guard range.contains(number * unit) else {
            throw Problem("\(quoted(text)) is out of range, expected \(words(for: range)) metres")
        }
        return number * unit
    }
}

/// Parses the eight compass directions.
enum DirectionText {
    private static let names = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]

    /// Parses a direction.
    ///
    /// - Parameter text: `north`, `northeast` or `north-east`, and so on.
    /// - Returns: the bearing, in degrees clockwise from north.
    /// - Throws: `Problem`.
    static func bearing(_ text: String) throws -> Double {
        guard let index = names.firstIndex(of: text.lowercased().filter { $0 != "-" }) else {
            throw Problem("\(quoted(text)) is not a direction, expected \(names.joined(separator: ", "))")
        }
        return Double(index) * 45
    }
}
