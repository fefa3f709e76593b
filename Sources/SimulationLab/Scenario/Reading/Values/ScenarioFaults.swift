internal import VisitPipeline

/// An error in one value: what it is, and what was expected.
struct Problem: Error, CustomStringConvertible {
    /// The text after the key.
    let description: String

    init(_ description: String) { self.description = description }
}

/// The errors of a scenario file, collected while it is read.
struct ScenarioFaults {
    /// For messages.
    let file: String
    private var found: [(line: Int, text: String)] = []

    init(file: String) { self.file = file }

    var isEmpty: Bool { found.isEmpty }
    var count: Int { found.count }

    /// Each error as `file:line: key: …`, in the order of the lines.
    var lines: [String] { found.stablySorted { $0.line }.map { "\(file):\($0.line): \($0.text)" } }

    mutating func add(_ value: ScenarioValue, _ problem: String) { add(value.line, value.key, problem) }

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

extension Sequence {
    /// Sorts by a key; elements with equal keys keep their order, which `sorted` does not guarantee.
    func stablySorted<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
        enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}
