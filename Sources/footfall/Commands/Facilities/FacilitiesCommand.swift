internal import ArgumentParser
internal import Interchange
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct FacilitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facilities",
        abstract: "Load, list and search the facilities.",
        subcommands: [
            FacilitiesImport.self, FacilitiesList.self, FacilitiesNear.self, FacilitiesShow.self, FacilitiesExport.self,
        ]
    )
}

struct FacilitiesList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the facilities.")

    @Option(help: "Only facilities that this member may visit.", transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: "Only those of this city.")
    var city: String?

    @Option(help: "Only those of this state.")
    var state: String?

    @Flag(help: "Include retired facilities.")
    var all = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let filter = FacilityFilter(includesRetired: all, member: member, city: city, state: state)
        var report = Report(FacilityDisplay.columns, format.format, to: console.output)
        try store.facilities.forEach(matching: filter) { try report.add($0) }
        try report.end(note: CountText.of(report.count, "facility", "facilities"))
    }
}

/// Ranks by the distance to the fence's edge.
struct FacilitiesNear: Command {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: "List the facilities nearest to a point.",
        discussion: """
            Ranks by the WGS84 distance to the geofence's edge, negative inside, and also prints the distance to its \
            center. A southern latitude begins with a minus: footfall facilities near -33.9,151.2
            """
    )

    @Argument(
        help: ArgumentHelp("The point in degrees, latitude first.", valueName: "lat,lon"),
        transform: Transforms.coordinate
    )
    var point: Coordinate

    @Option(name: .shortAndLong, help: "How many.")
    var number = 20

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard number > 0 else {
            throw ArgumentParser.ValidationError("\(number) facilities can't be listed, expected a number of 1 or more")
        }
    }

    func run(_ console: Console) throws {
        let facilities = try database.open(console).facilities.nearest(to: point, count: number)
        try format.write(facilities, FacilityDisplay.nearest, to: console, empty: "no facilities")
    }
}

struct FacilitiesShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one facility, retired or not."
    )

    @Argument(help: "The facility's id.", transform: Transforms.identifier)
    var id: FacilityID

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        guard let facility = try database.open(console).facilities.find(id) else {
            throw CommandFailure(
                .data,
                "there is no facility `\(id)`; `footfall facilities list --all` lists all of them"
            )
        }
        try Report.writeOne(facility, FacilityDisplay.details, format.format, to: console.output)
    }
}

struct FacilitiesImport: Command {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Load facilities from a CSV or GeoJSON file.",
        discussion: """
            Reads comma, semicolon, tab and pipe separated text in UTF-8, UTF-16 and Windows-1252, with the columns in \
            any order and under the usual names in English, German, French, Spanish and Italian; and GeoJSON, a \
            FeatureCollection or one feature a line, with the properties as columns. An unusable row is reported as \
            file:line: column: and skipped. Of a facility whose id exists only what the file states is changed: without \
            a column, or with an empty field, the stored value is kept, and - clears it. Importing the same file twice \
            changes nothing. A column member_id adds each row's facility to that member's list.
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
        try ImportReporter(report: report, reportFile: options.reportFile).print(to: console)
    }
}

struct FacilitiesExport: Command {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the facilities in use as CSV, which can be imported again, or as GeoJSON."
    )

    @Option(help: "The file format.")
    var format: ExportFormat

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws { try format.writeFacilities(of: database.open(console), to: console) }
}
