internal import ArgumentParser
internal import Interchange
internal import VisitPipeline

/// Imports members from a CSV file.
struct MembersImport: Command {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Load members, their lists of facilities and their phones from a CSV file.",
        discussion: """
            Columns: member_id, and optionally facility_id, device_id, platform (ios or android) and time_zone; one \
            row for each facility of a member. For a member with a list, only the facilities on it are registered and \
            counted; a member with no facility in any row may visit all facilities, and one whose facility_id is - may \
            visit none.
            """
    )

    @OptionGroup var options: ImportOptions
    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Remove the facilities that are not in the file from every list.")
    var replace = false

    func run(_ console: Console) throws {
        let overrides: [MemberField: String] = try MemberColumns.overrides(options.mappings)
        let store = try options.open(database, console)
        let report = try store.importMembers(
            from: options.file,
            options: MemberImportOptions(overrides: overrides, mode: options.mode(replaces: replace))
        )
        try ImportReporter(report: report, reportFile: options.report).report(console)
    }
}
