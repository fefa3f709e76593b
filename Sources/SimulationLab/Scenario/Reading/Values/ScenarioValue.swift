internal import VisitPipeline
internal import Yams

/// A mapping in a scenario file.
struct ScenarioGroup {
    private var values: [String: ScenarioValue] = [:]
    let line: Int

    /// Reads a mapping with known keys; fails where the value is not a mapping.
    init?(_ value: ScenarioValue, of name: String, prefix: String, known: [String], _ faults: inout ScenarioFaults) {
        line = value.line
        guard let mapping = value.node.mapping else {
            let what = value.isNothing ? "is empty" : "is not a group of keys"
            faults.add(value, "\(what), expected \(known.joined(separator: ", "))")
            return nil
        }
        for (key, node) in mapping {
            let text = key.string ?? ""
            guard known.contains(text) else {
                let expectation = known.joined(separator: ", ")
                faults.add(
                    key.mark?.line ?? value.line,
                    "\(prefix)\(text)",
                    "is not a key of \(name), expected \(expectation)"
                )
                continue
            }
            values[text] = ScenarioValue(node: node, key: prefix + text)
        }
    }

    /// `nil` where the file does not have the key.
    subscript(_ key: String) -> ScenarioValue? { values[key] }
}

/// A value in a scenario file, with its key.
struct ScenarioValue {
    let node: Node
    /// The path of keys: `phone.android.slots`.
    let key: String

    /// From 1.
    var line: Int { node.mark?.line ?? 1 }

    /// Whether the value is empty or null.
    var isNothing: Bool { node.null != nil }

    /// The text, quoted or not; line breaks in it become spaces.
    func text(_ expectation: String, longest: Int = 10_000) throws -> String {
        guard let scalar = node.scalar else { throw Problem("is not a single value, expected \(expectation)") }
        let text = scalar.string.trimmed
        guard !isNothing, !text.isEmpty else { throw Problem("is empty, expected \(expectation)") }
        if let character = text.firstUnprintable(except: "\n\r\t") {
            throw Problem("has the character \(character), which can't be shown, expected \(expectation)")
        }
        guard text.count <= longest else {
            throw Problem("has \(text.count) characters, expected at most \(longest)")
        }
        return YAMLFault.oneLine(text)
    }

    /// A name or an id: text on one line.
    func name(_ expectation: String, longest: Int = 10_000) throws -> String {
        let text = try text(expectation, longest: longest)
        if let character = node.scalar?.string.trimmed.firstUnprintable(except: "") {
            throw Problem("has the character \(character), which can't be shown, expected \(expectation)")
        }
        return text
    }

    /// Infinity is allowed only where the range includes it, and then no other number beyond a year in seconds is.
    func number(_ range: ClosedRange<Double>) throws -> Double {
        let expectation = "a number from \(words(for: range))"
        let text = try text(expectation)
        guard let scalar = node.scalar, isPlain, let number = Double.construct(from: scalar), range.contains(number),
            number <= longestSeconds || number == .infinity || range.upperBound.isFinite
        else { throw wrong(text, expectation) }
        return number
    }

    /// Whether it is unquoted: `"600"` is text and not a number.
    var isPlain: Bool { node.scalar?.style == .plain }

    func wrong(_ text: String, _ expectation: String) -> Problem {
        Problem("is \(quoted(text))\(isPlain ? "" : " in quotes"), expected \(expectation)")
    }

    func whole(_ range: ClosedRange<Int>) throws -> Int {
        let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let text = try text(expectation)
        guard isPlain, let number = Int(text), range.contains(number) else { throw wrong(text, expectation) }
        return number
    }

    /// A range of two numbers, the first not greater than the second.
    func range(within limits: ClosedRange<Double>) throws -> ClosedRange<Double> {
        let expectation = "two numbers such as [1, 5], each from \(words(for: limits))"
        guard let nodes = node.sequence, nodes.count == 2 else {
            throw Problem("is not a range, expected \(expectation)")
        }
        let ends = try nodes.map { try ScenarioValue(node: $0, key: key).number(limits) }
        guard ends[0] <= ends[1] else {
            throw Problem("goes from \(shortText(ends[0])) down to \(shortText(ends[1])), expected \(expectation)")
        }
        return ends[0]...ends[1]
    }

    func flag() throws -> Bool {
        let text = try text("true or false")
        guard isPlain, text == "true" || text == "false" else { throw wrong(text, "true or false") }
        return text == "true"
    }

    func choice<Value>(_ values: [(name: String, value: Value)]) throws -> Value {
        let names = values.map(\.name)
        let expectation = names.joined(separator: names.count == 2 ? " or " : ", ")
        let text = try text(expectation)
        guard let found = values.first(where: { $0.name == text }) else {
            throw Problem("is \(quoted(text)), expected \(expectation)")
        }
        return found.value
    }

    func choice<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) throws -> Value {
        try choice(Value.allCases.map { ($0.rawValue, $0) })
    }

    /// In metres.
    func length(_ range: ClosedRange<Double>) throws -> Double {
        try LengthText.meters(try text("a length such as 150 m"), within: range)
    }

    /// In seconds.
    func duration(_ range: ClosedRange<Double>) throws -> Double {
        try DurationText.seconds(try text("a duration such as 20 min"), within: range)
    }

    func items(_ expectation: String) throws -> [ScenarioValue] {
        guard let nodes = node.sequence else {
            throw Problem("\(isNothing ? "is empty" : "is not a list"), expected \(expectation)")
        }
        return nodes.map { ScenarioValue(node: $0, key: key) }
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmed: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

extension String {
    /// The first character that can't be displayed or changes the text direction, as `U+202E`; `nil` without one.
    ///
    /// These are controls, line breaks and bidirectional controls (Unicode Standard Annex 9, 2). Those in `allowed` are
    /// accepted.
    func firstUnprintable(except allowed: String) -> String? {
        let turning: [ClosedRange<UInt32>] = [
            0x061C...0x061C, 0x200E...0x200F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069,
        ]
        let found = unicodeScalars.first { scalar in
            scalar.properties.generalCategory == .control && !allowed.unicodeScalars.contains(scalar)
                || turning.contains { $0.contains(scalar.value) }
        }
        guard let found else { return nil }
        let digits = String(found.value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    }
}

enum LengthText {
    /// Parses `150 m`, `1.2 km` or a number of metres; the range and the result are in metres.
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

enum DirectionText {
    private static let names = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]

    /// Parses `north`, `northeast` or `north-east`, and so on, into degrees clockwise from north.
    static func bearing(_ text: String) throws -> Double {
        guard let index = names.firstIndex(of: text.lowercased().filter { $0 != "-" }) else {
            throw Problem("\(quoted(text)) is not a direction, expected \(names.joined(separator: ", "))")
        }
        return Double(index) * 45
    }
}
