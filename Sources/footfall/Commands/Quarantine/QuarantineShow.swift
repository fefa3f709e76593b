internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Shows one quarantined record.
struct QuarantineShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one quarantined record as received."
    )

    @Argument(help: "The record's number.")
    var number: Int64

    @Flag(help: "Write only the record's bytes.")
    var raw = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let key = QuarantinedRecord.Key(rawValue: number)
        guard let record = try database.open(console).quarantined(key) else {
            throw CommandFailure(.data, "there is no record `\(number)`; `footfall quarantine list` lists the latest")
        }
        guard !raw else { return try console.output(record.record) }
        try Report.writeOne(record, QuarantineDisplay.details, format.format, to: console.output)
    }
}
