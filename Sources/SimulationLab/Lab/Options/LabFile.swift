package import VisitModel

/// What a lab file says: who is looked at, and which sets of options are compared.
///
/// A number that is missing is the command line's to say, or has its default.
package struct LabFile: Hashable, Sendable {
    /// What is found out, on one line.
    package internal(set) var name: String?
    /// How many members.
    package internal(set) var members: Int?
    /// How many days.
    package internal(set) var days: Int?
    /// Where all chance begins.
    package internal(set) var seed: UInt64?
    /// The first day.
    package internal(set) var firstDay: CivilDate?
    /// Where the members live.
    package internal(set) var city: LabCity?
    /// The sets in their order, a swept one once for each value.
    package internal(set) var sets: [LabOptionSet] = []

    private static let yaml = YAMLText.Subject(name: "lab", expectation: "YAML", longestFile: 1, code: .lab)

    /// Reads a lab file.
    ///
    /// - Parameter file: its path; YAML or JSON.
    /// - Returns: what it says.
    /// - Throws: `SimulationLabError` with code `unreadableFile`, or `lab` with a line `file:line: key: …` for each fault.
    package static func read(file: String) throws(SimulationLabError) -> LabFile {
        try LabFile(yaml: try YAMLText.read(file, yaml), file: file)
    }

    /// Reads a lab from YAML, as docs/lab.md describes it.
    ///
    /// A key that is unknown, of a wrong type or out of range is refused, and all that is wrong is told at once.
    ///
    /// - Parameters:
    ///   - text: the YAML; JSON is YAML too.
    ///   - file: the file's name, for messages.
    /// - Throws: `SimulationLabError` with code `lab`, whose message has a line `file:line: key: …` for each fault.
    package init(yaml text: String, file: String) throws(SimulationLabError) {
        let root = try YAMLText(text, file: file, Self.yaml).root()
        var reading = LabReading(file: file)
        let lab = reading.lab(root)
        guard reading.faults.isEmpty else {
            throw SimulationLabError(.lab, reading.faults.lines.joined(separator: "\n"))
        }
        self = lab
    }

    /// Says nothing yet.
    init() {}
}
