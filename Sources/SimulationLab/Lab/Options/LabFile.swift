package import VisitModel

/// The content of a lab file: the population, and the sets of options to compare.
///
/// A number that is missing comes from the command line, or has its default.
package struct LabFile: Hashable, Sendable {
    /// The title of the report, on one line.
    package internal(set) var name: String?
    package internal(set) var members: Int?
    package internal(set) var days: Int?
    package internal(set) var seed: UInt64?
    package internal(set) var firstDay: CivilDate?
    package internal(set) var city: LabCity?
    /// The sets in their order, a swept one once for each value.
    package internal(set) var sets: [LabOptionSet] = []

    private static let yaml = YAMLText.Subject(name: "lab", expectation: "YAML", longestFile: 1, code: .lab)

    /// Reads a lab file, YAML or JSON.
    ///
    /// Throws `SimulationLabError` with code `unreadableFile`, or `lab` with a line `file:line: key: …` for each error.
    package static func read(file: String) throws(SimulationLabError) -> LabFile {
        try LabFile(yaml: try YAMLText.read(file, yaml), file: file)
    }

    /// Reads a lab from YAML, as docs/lab.md describes it; `file` is for messages.
    ///
    /// A key that is unknown, of a wrong type or out of range is an error. All errors are reported at once: throws
    /// `SimulationLabError` with code `lab` and a line `file:line: key: …` for each.
    package init(yaml text: String, file: String) throws(SimulationLabError) {
        let root = try YAMLText(text, file: file, Self.yaml).root()
        var reading = LabReading(file: file)
        let lab = reading.lab(root)
        guard reading.faults.isEmpty else {
            throw SimulationLabError(.lab, reading.faults.lines.joined(separator: "\n"))
        }
        self = lab
    }

    init() {}
}
