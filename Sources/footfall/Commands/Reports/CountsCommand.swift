internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitStore

struct CountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts",
        abstract: "Count the visits of a month; the short form of `footfall report month`.",
        subcommands: [CountsShow.self, ReportClose.self],
        defaultSubcommand: CountsShow.self
    )
}

struct CountsShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Count the visits of a month.",
        discussion: """
            A visit counts in the month of the facility's own time zone in which it began. Days are the local days on \
            which at least one visit began. The counts of a closed month are those of its file.
            """
    )

    @Option(help: ArgumentHelp("The local month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var month: Month

    @Option(
        help: ArgumentHelp(
            "The keys to group by: member, facility or member,facility (default: one row for all).",
            valueName: "keys"
        ),
        transform: Self.keys
    )
    var by: CountKeys = []

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let found = try store.visits.counts(month, by: by)
        // A month without visits has the count 0.
        let counts = found.isEmpty && by.isEmpty ? [VisitCount(member: nil, facility: nil, visits: 0, days: 0)] : found
        var report = Report(CountDisplay.columns(by), format.format, to: console.output)
        for count in counts {
            let name =
                format.format == .table
                ? try count.facility.flatMap { try store.facilities.find($0)?.facility.name } : nil
            try report.add(CountDisplay.Row(month: month, count: count, facilityName: name))
        }
        let visits = counts.reduce(0) { $0 + $1.visits }
        try report.end(note: CountText.of(visits, "visit"))
    }

    private static func keys(_ text: String) throws -> CountKeys {
        var keys: CountKeys = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            switch part {
            case "member": keys.insert(.member)
            case "facility": keys.insert(.facility)
            default:
                throw ArgumentParser.ValidationError(
                    "`\(part)` is not a key, expected member, facility or member,facility"
                )
            }
        }
        return keys
    }
}
