/// Parses and formats durations: `20 min`, `1 h 30 min`, `3 days`.
enum DurationText {
    private static let units: [(names: [String], seconds: Double)] = [
        (["s", "sec", "secs", "second", "seconds"], 1),
        (["m", "min", "mins", "minute", "minutes"], 60),
        (["h", "hr", "hrs", "hour", "hours"], 3600),
        (["d", "day", "days"], 86_400),
    ]

    /// Parses numbers with units; the range and the result are in seconds.
    static func seconds(_ text: String, within range: ClosedRange<Double>) throws -> Double {
        let wrong = Problem("\(quoted(text)) is not a duration, expected for instance 20 min, 45 s, 2 h or 1 h 30 min")
        var rest = Substring(text.lowercased().filter { !$0.isWhitespace })
        guard !rest.isEmpty else { throw wrong }
        var sum = 0.0
        while !rest.isEmpty {
            guard let number = rest.takeDecimal() else { throw wrong }
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let found = units.first(where: { $0.names.contains(String(unit)) }) else { throw wrong }
            sum += number * found.seconds
        }
        guard range.contains(sum) else {
            throw Problem(
                "\(quoted(text)) is out of range, expected \(words(range.lowerBound)) to \(words(range.upperBound))"
            )
        }
        return sum
    }

    /// A required duration in words, rounded up; in whole minutes from 120 s.
    static func atLeast(_ seconds: Double) -> String {
        words(seconds < 120 ? seconds.rounded(.up) : (seconds / 60).rounded(.up) * 60)
    }

    /// A duration in the largest unit of which it is a multiple.
    static func words(_ seconds: Double) -> String {
        for (unit, name) in [(86_400.0, "days"), (3600, "h"), (60, "min")] where seconds >= unit {
            let count = seconds / unit
            if count == 1, name == "days" { return "1 day" }
            if count == count.rounded() { return "\(shortText(count)) \(name)" }
        }
        return "\(shortText(seconds)) s"
    }
}

extension Substring {
    /// Parses and removes digits at the start, optionally with a point and more digits.
    ///
    /// Where there are none, it returns `nil` and removes nothing.
    mutating func takeDecimal() -> Double? {
        let digits = prefix { ("0"..."9").contains($0) || $0 == "." }
        guard let number = Double(digits), number.isFinite else { return nil }
        self = dropFirst(digits.count)
        return number
    }
}
