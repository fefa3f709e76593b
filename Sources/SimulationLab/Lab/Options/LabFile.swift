package import VisitModel

/// The content of a lab file: the population, and the sets of options to compare.
///
/// A number that is missing comes from the command line, or has its default.
package struct LabFile: Hashable, Sendable {
    /// The title of the report, on one line.
    package internal(set) var name: String?
    /// The number of members.
    package internal(set) var members: Int?
    /// The number of days.
    package internal(set) var days: Int?
    /// The random seed.
    package internal(set) var seed: UInt64?
    /// The first day.
    package internal(set) var firstDay: CivilDate?
    /// The city where the members live.
    package internal(set) var city: LabCity?
    /// The sets in their order, a swept one once for each value.
    package internal(set) var sets: [LabOptionSet] = []

    private static let yaml = YAMLText.Subject(name: "lab", expectation: "YAML", longestFile: 1, code: .lab)

    /// Reads a lab file.
    ///
    /// - Parameter file: its path; YAML or JSON.
    /// - Returns: the lab.
    /// - Throws: `SimulationLabError` with code `unreadableFile`, or `lab` with a line `file:line: key: …` for each
    ///   error.
    package static func read(file: String) throws(SimulationLabError) -> LabFile {
        try LabFile(yaml: try YAMLText.read(file, yaml), file: file)
    }

    /// Reads a lab from YAML, as docs/lab.md describes it.
    ///
    /// A key that is unknown, of a wrong type or out of range is an error, and all errors are reported at once.
    ///
    /// - Parameters:
    ///   - text: the YAML; JSON is YAML too.
    ///   - file: the file's name, for messages.
    /// - Throws: `SimulationLabError` with code `lab` and a message with a line `file:line: key: …` for each error.
    package init(yaml text: String, file: String) throws(SimulationLabError) {
        let root = try YAMLText(text, file: file, Self.yaml).root()
        var reading = LabReading(file: file)
        let lab = reading.lab(root)
        guard reading.faults.isEmpty else {
            throw SimulationLabError(.lab, reading.faults.lines.joined(separator: "\n"))
        }
        self = lab
    }

    /// Creates an empty lab.
    init() {}
}
