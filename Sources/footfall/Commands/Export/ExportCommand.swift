internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write visits, events, fixes or facilities as a file for other programs.",
        discussion: """
            The rows are written as they are read, so that any number of them needs little memory. Visits and fixes \
            have the columns of the engine's tables (docs/engine.md): exported fixes can be counted again by `footfall \
            replay` or in Python. An export of visits, events or fixes is in the access record.
            """,
        subcommands: [ExportVisits.self, ExportEvents.self, ExportFixes.self, ExportFacilities.self]
    )
}

struct ExportVisits: Command {
    static let configuration = CommandConfiguration(
        commandName: "visits",
        abstract: "Write the visits, by time of entry; in GeoJSON at the place of their facility."
    )

    @Option(help: ArgumentHelp("Only visits of this local month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var month: Month?

    @Flag(help: "Include withdrawn visits.")
    var all = false

    @Option(help: "The file format.")
    var format: ExportFormat

    @OptionGroup var subject: ExportSubject
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.openToWrite(console)
        try subject.record(in: store, console)
        let filter = VisitFilter(month: month, member: subject.member, includesWithdrawn: all)
        // Read before: the store is read by one query at a time.
        var centers: [FacilityID: Coordinate] = [:]
        if format == .geojson {
            try store.facilities.forEach(matching: FacilityFilter(includesRetired: true)) { stored in
                centers[stored.facility.id] = stored.facility.geofence.center
            }
        }
        var export = ExportWriter(ExportColumns.visits, format, to: console.output)
        try store.visits.forEach(matching: filter) { try export.add($0, at: centers[$0.facility]) }
        try export.end()
    }
}

struct ExportEvents: Command {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract:
            "Write the events, in the order in which they happened; in GeoJSON where the phone was, if that is known."
    )

    @OptionGroup var span: ExportSpan
    @Option(help: "The file format.")
    var format: ExportFormat

    @OptionGroup var subject: ExportSubject
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.openToWrite(console)
        try subject.record(in: store, console)
        let members = Dictionary(uniqueKeysWithValues: try store.devices.all().map { ($0.device.id, $0.device.member) })
        let filter = EventFilter(member: subject.member, since: span.since, until: span.until)
        var export = ExportWriter(ExportDisplay.events, format, to: console.output)
        try store.events.forEach(matching: filter) { event in
            try export.add(
                ExportDisplay.EventRow(event: event, member: members[event.device]),
                at: event.location?.coordinate
            )
        }
        try export.end()
    }
}

struct ExportFixes: Command {
    static let configuration = CommandConfiguration(
        commandName: "fixes",
        abstract: "Write the fixes that are kept, by member, phone and time.",
        discussion: """
            Times are those by which fixes are evaluated: of a phone whose clock runs ahead, corrected ones. Heartbeats, \
            restarts and what the system reported about geofences are no fixes, and are left out.
            """
    )

    @OptionGroup var span: ExportSpan
    @Option(help: "The file format; GPX has no place for mock fixes and for what the phone said of its movement.")
    var format: TrackExportFormat

    @OptionGroup var subject: ExportSubject
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.openToWrite(console)
        try subject.record(in: store, console)
        let pipeline = try VisitPipeline(store: store)
        let devices = try store.devices.all().map(\.device)
            .filter { subject.member == nil || $0.member == subject.member }
            // By bytes: two texts that are equal to Swift may be two members.
            .sorted { "\($0.member)\0\($0.id)".utf8.lexicographicallyPrecedes("\($1.member)\0\($1.id)".utf8) }
        var export = TrackWriter(format, to: console.output)
        for device in devices {
            export.begin(device)
            try pipeline.forEachFix(of: device.id, since: span.since, until: span.until) { fix in
                try export.add(fix)
            }
        }
        try export.end()
    }
}

struct ExportFacilities: Command {
    static let configuration = CommandConfiguration(
        commandName: "facilities",
        abstract: "Write the facilities in use: the same as `facilities export`."
    )

    @Option(help: "The file format.")
    var format: ExportFormat

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws { try format.writeFacilities(of: database.open(console), to: console) }
}
