internal import ArgumentParser
internal import Foundation
internal import SimulationLab
internal import VisitModel

struct LabCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Compare tracking options by their results: visits found, delays, power.",
        discussion: """
            Simulates the same month of synthetic members once with each set of options, and prints the visits found, \
            the delays and the power used, with intervals over members. --html writes a report with charts. The same \
            seed prints the same bytes. docs/lab.md explains every column.
            """
    )

    @Argument(
        help: "A lab file, YAML or JSON, with the sets and optionally the members; command line options override it."
    )
    var file: String?

    @Option(
        name: .customLong("set"),
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            Sets to compare; the first is the reference: \(LabPreset.list), with or without the suffix -ios or \
            -android (default: Radar's three on both systems).
            """,
            valueName: "name"
        )
    )
    var sets: [String] = []

    @Option(
        help: ArgumentHelp(
            "Compare each set at several values of one option: stopDuration=60,140,300.",
            valueName: "option=values"
        )
    )
    var sweep: String?

    @Option(help: "The operating system of sets without a suffix: ios, android or both (default: both).")
    var platform: SystemsArgument?

    @OptionGroup var people: LabPeopleOptions

    @Option(help: "How many months are simulated in parallel, at most the number of cores (default: all cores).")
    var jobs: Int?

    @Option(help: "Output format: a table for people, json for programs.")
    var format: SimulationFormat = .table

    @Option(help: ArgumentHelp("Also write an HTML report with charts.", valueName: "file"))
    var html: String?

    func validate() throws {
        if let jobs, jobs < 1 { throw ArgumentParser.ValidationError("--jobs is \(jobs), expected 1 or more") }
        if file != nil, !sets.isEmpty {
            throw ArgumentParser.ValidationError("give the sets either in the file, or with --set")
        }
        if file != nil, platform != nil {
            throw ArgumentParser.ValidationError(
                "--platform works only with --set; in a lab file use the key `platform`"
            )
        }
    }

    func run(_ console: Console) throws {
        let plan = try file.map { try LabFile.read(file: $0) }
        let run = try LabRun(population: try people.population(plan), sets: try chosen(plan))
        // An unwritable path has to fail at once, and not after a run of ten minutes.
        if let html { try ResultFile.checkWritable(html) }
        let isWatched = console.isWatched
        defer { if isWatched { ProgressBar.clear() } }
        let measures = try run.run(jobs: jobs, measure: { try LabMeasure.of($0, $1) }) { done, count in
            if isWatched { ProgressBar.draw(done, of: count, "runs") }
        }
        let report = LabReport(title: plan?.name, run, measures)
        if isWatched { ProgressBar.clear() }
        if let html { try ResultFile.write(report.html(), to: html) }
        switch format {
        case .table: try console.output(Array(report.table().utf8))
        case .json: try console.output(Array(try LabDocument(report).json().utf8))
        }
    }

    /// The sets of the file or of the arguments, each at every value of the sweep.
    private func chosen(_ plan: LabFile?) throws -> [LabOptionSet] {
        let platforms = (platform ?? .both).platforms
        let named =
            if let plan {
                plan.sets
            } else if sets.isEmpty {
                LabPreset.six.filter { platforms.contains($0.platform) }
            } else {
                try sets.flatMap { try LabPreset.sets(named: $0, on: platforms) }
            }
        guard let sweep else { return named }
        let values = try LabSweep(sweep)
        return try named.flatMap { try values.sets(of: $0) }
    }
}

enum SystemsArgument: String, ExpressibleByArgument, CaseIterable {
    case ios, android, both

    var platforms: [Platform] {
        switch self {
        case .ios: [.ios]
        case .android: [.android]
        case .both: [.ios, .android]
        }
    }
}

extension LabPreset {
    fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The population of a lab; values not given here come from the lab file.
struct LabPeopleOptions: ParsableArguments {
    @Option(help: "How many members (default: the lab file's, else 100).")
    var members: Int?

    @Option(help: "How many days (default: the lab file's, else 30).")
    var days: Int?

    @Option(help: "The random seed (default: the lab file's, else 1).")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp("The first day (default: the lab file's, else 2024-04-01).", valueName: "yyyy-mm-dd"),
        transform: Self.day
    )
    var date: CivilDate?

    @Option(help: "The members' city: small, medium or large (default: the lab file's, else medium).")
    var city: LabCity?

    func validate() throws {
        try InputCheck.range("--members", members, LabPopulation.allowedMembers)
        try InputCheck.range("--days", days, LabPopulation.allowedDays)
    }

    func population(_ plan: LabFile?) throws -> LabPopulation {
        try LabPopulation(
            seed: seed ?? plan?.seed ?? 1,
            memberCount: members ?? plan?.members ?? 100,
            days: days ?? plan?.days ?? 30,
            firstDay: date ?? plan?.firstDay ?? CivilDate(daysSince1970: Self.standardDay),
            city: city ?? plan?.city ?? .medium
        )
    }

    /// 2024-04-01, a Monday after which no clocks change for months.
    private static let standardDay = 19_814

    private static func day(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text: text), (2008...2199).contains(date.year) else {
            throw ArgumentParser.ValidationError(
                "`\(text)` is not a day, expected for instance 2024-04-01, from 2008 to 2199"
            )
        }
        return date
    }
}
