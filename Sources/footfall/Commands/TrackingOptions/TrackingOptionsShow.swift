internal import RadarEngine
internal import ArgumentParser
internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline

/// Shows the tracking options.
struct TrackingOptionsShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the tracking options that are set, or show the document for one kind of phones with --os."
    )

    @Option(help: "Show the document for phones of this operating system, as JSON: ios or android.")
    var os: SystemArgument?

    @Option(help: "With --os: live, or test (default: live).")
    var environment: EnvironmentArgument?

    @Option(help: "With --os: on for phones on a trip, off for the others (default: off).")
    var trip: TripArgument?

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard os != nil || (environment == nil && trip == nil) else {
            throw ArgumentParser.ValidationError("--environment and --trip need --os")
        }
    }

    func run(_ console: Console) throws {
        let book = TrackingOptionsRegistry(store: try database.open(console))
        guard let os else {
            var report = Report(TrackingOptionsDisplay.slots, format.format, to: console.output)
            try report.begin()
            for slot in try book.slots() { try report.add(slot) }
            try report.end()
            return
        }
        let target = RadarRemotePlan.Target(os, environment ?? .live, trip ?? .off)
        let slot = try book.slot(target)
        guard slot.isSet else { throw Self.nothing(target) }
        guard let options = slot.options else {
            throw CommandFailure(
                .data,
                "the stored options for \(target.words) can't be used, and phones get none: \(slot.problem ?? "")"
            )
        }
        guard format.format == .table else {
            try Report.writeOne(slot, TrackingOptionsDisplay.slots, format.format, to: console.output)
            return
        }
        try console.print(options.document)
        TrackingOptionsDisplay.report(options.warnings, console)
    }

    /// The error for a target without tracking options.
    static func nothing(_ target: RadarRemotePlan.Target) -> CommandFailure {
        CommandFailure(
            .noInput,
            "no tracking options are set for \(target.words); `footfall tracking-options show` shows what is set"
        )
    }
}
