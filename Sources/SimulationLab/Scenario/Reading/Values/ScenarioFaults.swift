internal import VisitPipeline

/// An error in one value: what it is, and what was expected.
struct Problem: Error {
    /// The text after the key.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The errors of a scenario file, collected while it is read.
struct ScenarioFaults {
    /// For messages.
    let file: String
    private var found: [(line: Int, text: String)] = []

    init(file: String) {
        self.file = file
    }

    var isEmpty: Bool { found.isEmpty }
    var count: Int { found.count }

    /// Each error as `file:line: key: …`, in the order of the lines.
    var lines: [String] {
        // The sort is not guaranteed to be stable, so the offsets decide among equal lines.
        found.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map { "\(file):\($0.element.line): \($0.element.text)" }
    }

    mutating func add(_ line: Int, _ key: String, _ problem: String) {
        found.append((line, "\(YAMLFault.oneLine(key)): \(YAMLFault.oneLine(problem))"))
    }
}

/// A file's own words for a message: truncated, in backquotes.
func quoted(_ text: some StringProtocol) -> String {
    text.isEmpty ? "an empty text" : "`\(text.count > 80 ? text.prefix(80) + "…" : String(text))`"
}

/// An error message with what was expected, unless it says so already.
func expecting(_ expectation: String, in problem: String) -> String {
    problem.contains("expected") ? problem : "\(problem), expected \(expectation)"
}

/// The shortest text of a number that reads back as the same number.
func shortText(_ value: Double) -> String {
    if value == .infinity { return ".inf" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return value.description
}

/// The longest finite duration, in seconds: a year.
let longestSeconds = 366 * 86_400.0

func words(for range: ClosedRange<Double>) -> String {
    guard range.upperBound.isFinite else {
        return "\(shortText(range.lowerBound)) to \(shortText(longestSeconds)), or .inf"
    }
    return "\(shortText(range.lowerBound)) to \(shortText(range.upperBound))"
}
