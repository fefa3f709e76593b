internal import ArgumentParser
internal import SimulationLab
internal import VisitModel

struct SimulateCommand: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a scenario on a simulated phone, and compare the visits found with the real ones.",
        discussion: """
            Prints what really happened, what the phone's system did and which events the app emitted, and for each \
            visit whether it was missed, late or false. The same scenario prints the same bytes. docs/scenarios.md \
            describes the scenario file.

            For an app with an SDK that sends to a service (`sdk: transistor`, `radar` or `gymvisits`), a service runs \
            on this machine in simulated time, the app reaches it over HTTP, and the visits are those that the service \
            finds. A sweep does not use the network.
            """
    )

    @Argument(help: "The scenario, a YAML file.")
    var scenario: String

    @OptionGroup var options: ScenarioOptions

    @Option(help: "Output format: a timeline for people, json for programs.")
    var format: SimulationFormat = .table

    @Option(
        help: ArgumentHelp(
            "Also write a page with a timeline of what happened, what the phone's system did and what was found.",
            valueName: "file"
        )
    )
    var html: String?

    @Flag(help: "Show everything: each fix, each heartbeat, each change of the registered geofences.")
    var full = false

    @Option(
        help: ArgumentHelp(
            """
            Compare with this file, JSON or YAML with a part of the output of --format json; exits with status 1 if \
            they differ.
            """,
            valueName: "file"
        )
    )
    var expect: String?

    @Option(
        help: ArgumentHelp(
            "Run it once for each time of an added step, and print a table: reboot=07:00..09:00/5m.",
            valueName: "what=from..to/step"
        )
    )
    var sweep: String?

    func validate() throws {
        if sweep != nil, expect != nil {
            throw ArgumentParser.ValidationError("--sweep and --expect can't be combined")
        }
        if sweep != nil, html != nil {
            throw ArgumentParser.ValidationError("--sweep and --html can't be combined: a page shows one run")
        }
    }

    func run(_ console: Console) async throws {
        if let html { try ResultFile.checkWritable(html) }
        let story = try Scenario.read(file: scenario)
        for warning in story.warnings(app: options.app) { console.errors("warning: \(warning)") }
        if let sweep {
            return try SweepDisplay.write(SweepText(sweep), of: story, app: options.app, format, to: console)
        }
        let kind = options.app ?? story.app.kind
        let record =
            kind.usesServer ? try await SimulatedService(for: story).run(app: kind) : try story.run(app: kind)
        let document = SimulationDocument(record)
        if let html {
            let display = SimulationDisplay(record, document, isFull: full)
            try ResultFile.write(SimulationPage(record: record, display: display).html(), to: html)
        }
        guard let expect else {
            switch format {
            case .json: return try console.output(Array(document.json().utf8))
            case .table: return try SimulationDisplay(record, document, isFull: full).write(to: console)
            }
        }
        let differences = try Expectation(reading: expect).differences(from: document)
        guard differences.isEmpty else {
            for line in differences { try console.print(line) }
            throw CommandFailure(.different, "\(scenario) differs from what \(expect) expects")
        }
        try console.print("as expected")
    }
}

enum SimulationFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
}

struct ScenarioOptions: ParsableArguments {
    @Option(
        help: """
            The phone's app (default: the scenario's): footfall; plain, which relies on the system's transitions; or \
            one with an SDK that sends to a service: transistor, radar, gymvisits.
            """
    )
    var app: AppKind?
}
