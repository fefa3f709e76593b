internal import RadarEngine
internal import ArgumentParser
internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline

/// Shows the tracking options.
struct TrackingOptionsShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what is set for which phones, or with --os the document that they get."
    )

    @Option(help: "Only what phones of this operating system get, as JSON: ios or android.")
    var os: SystemArgument?

    @Option(help: "With --os: live, or test (default: live).")
    var environment: EnvironmentArgument?

    @Option(help: "With --os: on for phones on a trip, off for the others (default: off).")
    var trip: TripArgument?

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard os != nil || (environment == nil && trip == nil) else {
            throw ArgumentParser.ValidationError("name the operating system with --os too")
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
                "what is stored for \(target.words) can't be used, and phones get none: \(slot.problem ?? "")"
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
