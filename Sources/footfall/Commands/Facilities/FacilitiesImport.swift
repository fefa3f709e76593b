internal import ArgumentParser
internal import Interchange
internal import VisitModel
internal import VisitPipeline

/// Imports facilities from a CSV file.
struct FacilitiesImport: Command {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Load facilities from a CSV file.",
        discussion: """
            Reads comma, semicolon, tab and pipe separated text in UTF-8, UTF-16 and Windows-1252, with the columns in \
            any order and under the usual column names. An unusable row is reported as file:line: column: and skipped. \
            A facility whose id exists is updated; importing the same file twice changes nothing. A column member_id \
            adds each row's facility to that member's list.
            """
    )

    @OptionGroup var options: ImportOptions
    @OptionGroup var database: DatabaseOptions

    @Option(
        help: ArgumentHelp(
            "The IANA time zone of facilities without one, stored for the whole database.",
            valueName: "zone"
        ),
        transform: Transforms.timeZone
    )
    var timeZone: TimeZoneName?

    @Flag(help: "Retire the facilities that are not in the file; they are kept for history and no longer monitored.")
    var replace = false

    func run(_ console: Console) throws {
        let overrides: [FacilityField: String] = try FacilityColumns.overrides(options.mappings)
        let store = try options.open(database, console)
        let report = try store.importFacilities(
            from: options.file,
            options: FacilityImportOptions(
                overrides: overrides,
                timeZone: timeZone,
                mode: options.mode(replaces: replace),
                effectiveFrom: console.now()
            )
        )
        try ImportReporter(report: report, reportFile: options.report).report(console)
    }
}
