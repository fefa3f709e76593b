internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline

/// The phone that was restarted or updated, and the time.
struct RestartOptions: ParsableArguments {
    @Argument(help: "The phone's id.", transform: Transforms.identifier)
    var device: DeviceID

    @Option(
        help: ArgumentHelp("When it happened (default: right after the phone's last input).", valueName: "time"),
        transform: Transforms.time
    )
    var at: Timestamp?

    @OptionGroup var policy: PolicyOptions
    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    /// The pipeline that applies the change.
    func pipeline(_ console: Console) throws -> VisitPipeline {
        try VisitPipeline(store: database.open(console), policy: policy.chosen(), selection: policy.selection)
    }

    /// Prints the resulting events.
    func report(_ events: [GeofenceEvent], _ console: Console) throws {
        var report = Report(EventDisplay.columns, format.format, to: console.output)
        try report.begin()
        for event in events { try report.add(event) }
        try report.end(note: events.isEmpty ? "no registration changed" : nil)
    }
}
