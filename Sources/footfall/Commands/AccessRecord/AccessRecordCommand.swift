internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitStore

struct AccessRecordCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "access-record",
        abstract: "List who read, exported, erased or corrected members' data, newest first.",
        discussion: """
            With the token that was used, or the operating system's user of a command. Repeated reads through the \
            service within an hour are one row. The rows of an erased member stay, with the SHA-256 of the id in place \
            of the id: --member finds them too. Rows are kept for 365 days (`footfall settings set --access-retention`).
            """
    )

    @Option(help: "Only rows of this member, erased or not.", transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: "Only rows of this action.")
    var action: AccessAction?

    @Option(help: ArgumentHelp("Only accesses at or after this time.", valueName: "time"), transform: Transforms.time)
    var since: Timestamp?

    @Option(help: ArgumentHelp("Only accesses before this time.", valueName: "time"), transform: Transforms.time)
    var until: Timestamp?

    @Option(help: "The maximum number of rows, 1 or more.")
    var limit = 50

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard limit > 0 else { throw ArgumentParser.ValidationError("--limit is \(limit), expected 1 or more") }
    }

    func run(_ console: Console) throws {
        let filter = AccessFilter(member: member, action: action, since: since, until: until, limit: limit)
        let rows = try database.open(console).accessRecord.all(matching: filter)
        var report = Report(AccessDisplay.columns, format.format, to: console.output)
        for row in rows { try report.add(row) }
        try report.end(note: rows.isEmpty ? "no rows" : rows.count == limit ? "there may be more: --limit" : nil)
    }
}
