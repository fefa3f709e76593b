internal import ArgumentParser
internal import RadarEngine
internal import Tables
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel
internal import VisitPipeline

struct TrackingOptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracking-options",
        abstract: "Set how phones with Radar's SDK track, without a new app version.",
        discussion: """
            A preset or a complete JSON document is set for an operating system, an environment (`live`, or `test` for \
            phones with a token of that environment) and a trip (`on` or `off`). `footfall serve` returns it to each \
            phone in its responses, and it overrides the options set by the app. If nothing is set for phones on a \
            trip, they get the options for no trip; if nothing is set at all, the app decides.
            """,
        subcommands: [TrackingOptionsShow.self, TrackingOptionsSet.self, TrackingOptionsValidate.self],
        defaultSubcommand: TrackingOptionsShow.self
    )
}

struct TrackingOptionsShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the tracking options that are set, or show the document for one kind of phones with --os."
    )

    @Option(help: "Show the document for phones of this operating system, as JSON: ios or android.")
    var os: Platform?

    @Option(help: "With --os: live, or test (default: live).")
    var environment: ProjectEnvironment?

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
        let registry = TrackingOptionsRegistry(store: try database.open(console))
        guard let os else {
            return try format.write(registry.slots(), TrackingOptionsDisplay.slots, to: console)
        }
        let target = RadarRemotePlan.Target(os, environment ?? .live, isOnTrip: trip == .on)
        let slot = try registry.slot(target)
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
        // JSON for programs, so it stays as it is.
        try console.output(Array((options.document + "\n").utf8))
        TrackingOptionsDisplay.report(options.warnings, console)
    }

    static func nothing(_ target: RadarRemotePlan.Target) -> CommandFailure {
        CommandFailure(
            .noInput,
            "no tracking options are set for \(target.words); `footfall tracking-options show` shows what is set"
        )
    }
}

struct TrackingOptionsSet: Command {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set or remove a preset or a document for one kind of phones.",
        discussion: "A running service applies it within a few seconds; a phone gets it with its next response."
    )

    @Option(help: "The phones' operating system: ios or android.")
    var os: Platform

    @Option(help: "live, or test for phones with a token of that environment.")
    var environment: ProjectEnvironment = .live

    @Option(help: "on for phones on a trip, off for the others.")
    var trip: TripArgument = .off

    @Option(help: "One of Radar's presets: efficient, responsive or continuous.")
    var preset: RadarPreset?

    @Option(help: "A file with one JSON object with all options; - for standard input.")
    var file: String?

    @Flag(help: "Remove the options, so that the app decides.")
    var remove = false

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard [preset != nil, file != nil, remove].filter(\.self).count == 1 else {
            throw ArgumentParser.ValidationError("give one of --preset, --file and --remove")
        }
    }

    func run(_ console: Console) throws {
        let target = RadarRemotePlan.Target(os, environment, isOnTrip: trip == .on)
        // The document is validated first, so that an error in it does not create a database.
        let options = try chosen()
        let registry = TrackingOptionsRegistry(
            store: try options == nil ? database.openToWrite(console) : database.openOrCreate(console)
        )
        guard let options else {
            guard try registry.remove(target) else { throw TrackingOptionsShow.nothing(target) }
            try console.print("tracking options for \(target.words) are removed")
            return
        }
        let slot = try registry.set(options, for: target, at: console.now())
        try console.print("tracking options for \(target.words) are set: \(TrackingOptionsDisplay.summary(slot))")
        TrackingOptionsDisplay.report(options.warnings, console)
    }

    /// The options to set; `nil` to remove them.
    private func chosen() throws -> CheckedTrackingOptions? {
        if let preset { return CheckedTrackingOptions(preset, on: os) }
        guard let file else { return nil }
        let document = try TrackingOptionsFile(file, on: os)
        // As the API refuses it: the option that was meant would have its default, on every phone.
        if let unknown = document.options.unknownKeys.first {
            let place = document.place(of: unknown).map { ":\($0.line):\($0.column)" } ?? ""
            throw CommandFailure(
                .data,
                "\(document.name)\(place): `\(unknown)` is not a tracking option; "
                    + "`footfall tracking-options validate` shows all remarks on the document"
            )
        }
        return document.options
    }
}

struct TrackingOptionsValidate: Command {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check a document of tracking options, and warn about likely mistakes.",
        discussion: "Exits with status 65 if it can't be used, and reports the line and the column."
    )

    @Argument(help: "The file with one JSON object; - for standard input.")
    var file: String

    @Option(help: "The phones' operating system: ios or android.")
    var os: Platform

    @OptionGroup var format: FormatOptions

    func run(_ console: Console) throws {
        let file = try TrackingOptionsFile(file, on: os)
        let warnings = file.options.warnings.map {
            TrackingOptionsDisplay.Remark(warning: $0, place: file.place(of: $0.option))
        }
        let empty = "\(file.name) is valid, without warnings"
        try format.write(warnings, TrackingOptionsDisplay.remarks, to: console, empty: empty)
    }
}

enum TripArgument: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
