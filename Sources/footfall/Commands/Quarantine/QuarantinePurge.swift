internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Deletes quarantined records.
struct QuarantinePurge: Command {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Delete quarantined records.",
        discussion: "Give a record's number, or options that select records, or --all."
    )

    @Argument(help: "The record's number.")
    var number: Int64?

    @OptionGroup var options: QuarantineOptions

    @Option(
        help: ArgumentHelp("Only records last received before this time.", valueName: "time"),
        transform: Transforms.time
    )
    var before: Timestamp?

    @Flag(help: "All of them.")
    var all = false

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        let isFiltered = !options.isEmpty || before != nil
        guard [number != nil, isFiltered, all].filter({ $0 }).count == 1 else {
            throw ArgumentParser.ValidationError(
                """
                give either a record's number, or select records by --app, --member, --device, --code or --before, or \
                --all
                """
            )
        }
    }

    func run(_ console: Console) throws {
        let store = try database.open(console)
        if let number {
            guard try store.deleteQuarantined(QuarantinedRecord.Key(rawValue: number)) else {
                throw CommandFailure(
                    .data,
                    "there is no record `\(number)`; `footfall quarantine list` lists the latest"
                )
            }
            return try console.print("1 record deleted")
        }
        let count = try store.deleteQuarantined(options.filter(until: before))
        try console.print("\(count == 1 ? "1 record" : "\(count) records") deleted")
    }
}
