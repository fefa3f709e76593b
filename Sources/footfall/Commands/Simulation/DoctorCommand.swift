internal import ArgumentParser
internal import PhoneDoctor
internal import SimulationLab
internal import VisitModel
internal import VisitStore

struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Diagnose a phone from its events and log.",
        discussion: """
            Looks for the symptoms of the Gym Visits troubleshooting table and for the fifteen that users of \
            geofencing SDKs report most. Prints the symptom, the evidence, the likely cause and what to do. Diagnoses \
            either a scenario, simulated with the phone's own log, or a device of a database, from its events only.
            """
    )

    @Option(help: ArgumentHelp("Simulate this scenario, and diagnose its phone.", valueName: "file"))
    var scenario: String?

    @Option(help: "Diagnose this device of the database.", transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: "Output format: text for people, or json for programs.")
    var format: SimulationFormat = .table

    @Option(help: ArgumentHelp("Also write a page with a timeline of what was observed.", valueName: "file"))
    var html: String?

    @OptionGroup var options: ScenarioOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard (scenario == nil) != (device == nil) else {
            throw ArgumentParser.ValidationError("give either a scenario with --scenario, or a device with --device")
        }
    }

    func run(_ console: Console) throws {
        if let html { try ResultFile.checkWritable(html) }
        let history: CaseHistory
        if let scenario {
            let story = try Scenario.read(file: scenario)
            for warning in story.warnings(app: options.app) { console.errors("warning: \(warning)") }
            history = CaseHistory(try story.run(app: options.app))
        } else if let device {
            history = try CaseHistory(of: device, in: database.open(console), at: console.now())
        } else {
            return
        }
        let display = FindingDisplay(history)
        if let html { try ResultFile.write(display.page.html(), to: html) }
        try display.write(format, to: console)
    }
}
