internal import Yams
internal import VisitModel

/// The expected result of a scenario: a part of its document, in JSON or YAML.
///
/// Fields that the expectation does not name are not compared: print the document once, and keep the lines that
/// matter. Lists must have the same length.
package struct Expectation: Sendable {
    /// For messages.
    package let file: String
    private let text: String

    /// Creates an expectation from JSON or YAML with some of the document's fields.
    ///
    /// Throws `SimulationLabError` with code `expectation` for text that is not a mapping.
    package init(_ text: String, file: String) throws(SimulationLabError) {
        self.text = text
        self.file = file
        guard try root().mapping != nil else {
            throw SimulationLabError(
                .expectation,
                "\(file):1: is not an expectation, expected for instance `counted: 1`"
            )
        }
    }

    // The document of a year has some ten million bytes.
    private static let yaml = YAMLText.Subject(
        name: "expectation",
        expectation: "JSON or YAML",
        longestFile: 64,
        code: .expectation
    )

    /// Throws `SimulationLabError` with code `unreadableFile` or `expectation`.
    package init(reading file: String) throws(SimulationLabError) {
        try self.init(try YAMLText.read(file, Self.yaml), file: file)
    }

    private func root() throws(SimulationLabError) -> Node {
        try YAMLText(text, file: file, Self.yaml).root() ?? Node("")
    }

    /// A line `file:line: key: …` for each difference of a document; empty where all fields match.
    package func differences(from document: SimulationDocument) throws -> [String] {
        var found: [String] = []
        let actual = try compose(yaml: document.json()) ?? Node("")
        compare(try root(), actual, at: "", into: &found)
        return found
    }

    private func compare(_ expected: Node, _ actual: Node, at path: String, into found: inout [String]) {
        func differs(_ text: String) {
            found.append("\(file):\(expected.mark?.line ?? 1): \(path.isEmpty ? "document" : path): \(text)")
        }
        if let mapping = expected.mapping {
            for (key, value) in mapping {
                let name = key.string ?? ""
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let other = actual.mapping?[key] else {
                    // The document omits fields without a value, so an expected null matches a missing field.
                    if value.null == nil { found.append("\(file):\(key.mark?.line ?? 1): \(place): is not there") }
                    continue
                }
                compare(value, other, at: place, into: &found)
            }
        } else if let list = expected.sequence {
            guard let others = actual.sequence else { return differs("is not a list") }
            guard list.count == others.count else {
                return differs("expected a list of \(list.count), is one of \(others.count)")
            }
            for (index, pair) in zip(list, others).enumerated() {
                compare(pair.0, pair.1, at: "\(path)[\(index)]", into: &found)
            }
        } else if let text = expected.scalar, let other = actual.scalar, other.style == .plain, text.style != .plain {
            differs("expected the text \(quoted(text.string)), is \(other.string) without quotes")
        } else if expected.string != actual.string, expected.float == nil || expected.float != actual.float {
            differs("expected \(expected.string ?? ""), is \(actual.string ?? "a list or a mapping")")
        }
    }
}
