/// What is wrong with one value: what it is, and what was expected.
struct Problem: Error {
    /// The words after the key.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// What is wrong with a scenario file, gathered while it is read.
struct ScenarioFaults {
    /// The file's name, for messages.
    let file: String
    private var found: [(line: Int, text: String)] = []

    init(file: String) {
        self.file = file
    }

    var isEmpty: Bool { found.isEmpty }
    /// How many there are.
    var count: Int { found.count }

    /// Each fault as `file:line: key: …`, in the order of the lines.
    var lines: [String] {
        // Sorting is not promised to keep equals in order, so their places decide.
        found.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map { "\(file):\($0.element.line): \($0.element.text)" }
    }

    /// Notes a fault.
    mutating func add(_ line: Int, _ key: String, _ problem: String) {
        found.append((line, "\(oneLine(key)): \(oneLine(problem))"))
    }
}

/// A file's own words in a message: on one line, not too many, in backquotes.
func quoted(_ text: some StringProtocol) -> String {
    text.isEmpty ? "an empty text" : "`\(text.count > 80 ? text.prefix(80) + "…" : String(text))`"
}

/// What is wrong with something, with what was expected, where it does not say that.
func expecting(_ expectation: String, in problem: String) -> String {
    problem.contains("expected") ? problem : "\(problem), expected \(expectation)"
}

/// A text without what would break a line or a terminal.
func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
}

/// A number as short as it reads back.
func shortText(_ value: Double) -> String {
    if value == .infinity { return ".inf" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return value.description
}

/// The longest time that is not for ever, in seconds: a year.
let longestSeconds = 366 * 86_400.0

/// A range of numbers in words.
func words(for range: ClosedRange<Double>) -> String {
    guard range.upperBound.isFinite else {
        return "\(shortText(range.lowerBound)) to \(shortText(longestSeconds)), or .inf"
    }
    return "\(shortText(range.lowerBound)) to \(shortText(range.upperBound))"
}
