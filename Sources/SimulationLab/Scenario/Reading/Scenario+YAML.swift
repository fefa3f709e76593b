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
            throw SimulationLabError(.scenario, "\(file):1: scenario: is no text in UTF-8, expected YAML")
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
            root = try compose(yaml: text)
        } catch {
            throw SimulationLabError(.scenario, Self.message(of: error, file: file), cause: error)
        }
        var reading = ScenarioReading(file: file)
        let scenario = reading.scenario(root)
        guard let scenario, reading.faults.isEmpty else {
            throw SimulationLabError(.scenario, reading.faults.lines.joined(separator: "\n"))
        }
        self = scenario
    }

    /// What the parser has against a text, with its place.
    private static func message(of error: any Error, file: String) -> String {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            "\(file):\(mark.line): scenario: is no YAML: \(oneLine(problem)) in column \(mark.column)"
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            "\(file):\(context.mark.line): \(duplicates.sorted().joined(separator: ", ")): stands twice, expected once"
        default: "\(file):1: scenario: is no YAML: \(oneLine("\(error)"))"
        }
    }
}
