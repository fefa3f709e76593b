internal import VisitPipeline
internal import Yams

extension Scenario {
    /// The longest scenario file, in bytes.
    private static let longestFile = 8 << 20

    /// Reads a scenario from a file.
    ///
    /// Files that the scenario names are found from its own folder.
    ///
    /// - Parameter file: the file's path.
    /// - Returns: the scenario.
    /// - Throws: `SimulationLabError` with code `unreadableFile` where the file can't be read, `scenario` where it says
    ///   something that no scenario can, with a line `file:line: key: …` for each fault.
    public static func read(file: String) throws(SimulationLabError) -> Scenario {
        var bytes: [UInt8] = []
        do {
            let source = try ByteSource(path: file)
            while let piece = try source.next(), bytes.count <= longestFile { bytes += piece }
        } catch {
            throw SimulationLabError(.unreadableFile, error.message, cause: error)
        }
        guard bytes.count <= longestFile else {
            throw SimulationLabError(.scenario, "\(file):1: scenario: is larger than 8 MB, expected a scenario in YAML")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = YAMLFault.lineWithoutUTF8(bytes)
            throw SimulationLabError(.scenario, "\(file):\(line): scenario: is no text in UTF-8, expected YAML")
        }
        return try Scenario(yaml: text, file: file)
    }

    /// Reads a scenario from YAML, as docs/scenarios.md describes it.
    ///
    /// A key that is unknown, of a wrong type or out of range is refused and not passed over, and all that is wrong is
    /// told at once.
    ///
    /// - Parameters:
    ///   - text: the YAML.
    ///   - file: the file's name, for messages; files that the scenario names are found from its folder.
    /// - Throws: `SimulationLabError` with code `scenario`, whose message has a line `file:line: key: …` for each fault.
    public init(yaml text: String, file: String) throws(SimulationLabError) {
        let root: Node?
        do {
            // A byte order mark says nothing about UTF-8 (Unicode Standard, 23.8).
            root = try compose(yaml: text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
        } catch {
            throw SimulationLabError(
                .scenario,
                YAMLFault.lines(of: error, in: text, file: file, subject: "scenario"),
                cause: error
            )
        }
        var reading = ScenarioReading(file: file)
        let scenario = reading.scenario(root)
        guard let scenario, reading.faults.isEmpty else {
            throw SimulationLabError(.scenario, reading.faults.lines.joined(separator: "\n"))
        }
        self = scenario
    }
}
