internal import VisitModel

extension Scenario {
    private static let yaml = YAMLText.Subject(
        name: "scenario",
        expectation: "YAML",
        longestFile: 8,
        code: .scenario
    )

    /// Reads a scenario from a file; files that it names are found relative to its folder.
    ///
    /// Throws `SimulationLabError` with code `unreadableFile` where the file can't be read, `scenario` where it is
    /// invalid, with a line `file:line: key: …` for each error.
    package static func read(file: String) throws(SimulationLabError) -> Scenario {
        try Scenario(yaml: try YAMLText.read(file, yaml), file: file)
    }

    /// Reads a scenario from YAML, as docs/scenarios.md describes it.
    ///
    /// `file` is for messages, and files that the scenario names are found relative to its folder. A key that is
    /// unknown, of a wrong type or out of range is an error and not ignored. All errors are reported at once: throws
    /// `SimulationLabError` with code `scenario` and a line `file:line: key: …` for each.
    package init(yaml text: String, file: String) throws(SimulationLabError) {
        let root = try YAMLText(text, file: file, Self.yaml).root()
        var reading = ScenarioReading(file: file)
        let scenario = reading.scenario(root)
        guard let scenario, reading.faults.isEmpty else {
            throw SimulationLabError(.scenario, reading.faults.lines.joined(separator: "\n"))
        }
        self = scenario
    }
}
