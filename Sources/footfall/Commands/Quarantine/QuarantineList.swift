internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Lists quarantined records, newest first.
struct QuarantineList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List quarantined records, newest first."
    )

    @OptionGroup var options: QuarantineOptions

    @Option(
        help: ArgumentHelp("Only records received at or after this time.", valueName: "time"),
        transform: Transforms.time
    )
    var since: Timestamp?

    @Option(help: "The maximum number of rows, 1 or more.")
    var limit = 50

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard limit > 0 else { throw ArgumentParser.ValidationError("--limit is \(limit), expected 1 or more") }
    }

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let records = try store.quarantined(options.filter(since: since, limit: limit))
        var report = Report(QuarantineDisplay.columns, format.format, to: console.output)
        try report.begin()
        for record in records { try report.add(record) }
        try report.end(
            note: records.isEmpty ? "no records" : records.count == limit ? "there may be more: --limit" : nil
        )
        let dropped = try store.quarantineUsage().dropped
        if dropped > 0 {
            console.errors(
                "hint: \(dropped) older \(dropped == 1 ? "record was" : "records were") dropped to free space: the "
                    + "limit for a phone is 4 MiB, in total 256 MiB"
            )
        }
    }
}
