internal import VisitModel

extension Scenario {
    private static let yaml = YAMLText.Subject(
        name: "scenario",
        expectation: "YAML",
        longestFile: 8,
        code: .scenario
    )

    /// Reads a scenario from a file.
    ///
    /// Files that the scenario names are found relative to its folder.
    ///
    /// - Parameter file: the file's path.
    /// - Returns: the scenario.
    /// - Throws: `SimulationLabError` with code `unreadableFile` where the file can't be read, `scenario` where it is
    ///   invalid, with a line `file:line: key: …` for each error.
    package static func read(file: String) throws(SimulationLabError) -> Scenario {
        try Scenario(yaml: try YAMLText.read(file, yaml), file: file)
    }

    /// Reads a scenario from YAML, as docs/scenarios.md describes it.
    ///
    /// A key that is unknown, of a wrong type or out of range is an error and not ignored, and all errors are reported
    /// at once.
    ///
    /// - Parameters:
    ///   - text: the YAML.
    ///   - file: the file's name, for messages; files that the scenario names are found relative to its folder.
    /// - Throws: `SimulationLabError` with code `scenario` and a message with a line `file:line: key: …` for each error.
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
