internal import RadarEngine
internal import ArgumentParser
internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline

/// Sets or removes tracking options.
struct TrackingOptionsSet: Command {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set or remove a preset or a document for one kind of phones.",
        discussion: "A running service applies it within a few seconds; a phone gets it with its next response."
    )

    @Option(help: "The phones' operating system: ios or android.")
    var os: SystemArgument

    @Option(help: "live, or test for phones with a token of that environment.")
    var environment: EnvironmentArgument = .live

    @Option(help: "on for phones on a trip, off for the others.")
    var trip: TripArgument = .off

    @Option(help: "One of Radar's presets: efficient, responsive or continuous.")
    var preset: PresetArgument?

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
        let target = RadarRemotePlan.Target(os, environment, trip)
        // The document is validated first, so that an error in it does not create a database.
        let options = try chosen()
        let book = TrackingOptionsRegistry(
            store: try options == nil ? database.open(console) : database.openOrCreate(console)
        )
        guard let options else {
            guard try book.remove(target) else { throw TrackingOptionsShow.nothing(target) }
            try console.print("tracking options for \(target.words) are removed")
            return
        }
        let slot = try book.set(options, for: target, at: console.now())
        try console.print("tracking options for \(target.words) are set: \(TrackingOptionsDisplay.summary(slot))")
        TrackingOptionsDisplay.report(options.warnings, console)
    }

    /// The options to set; `nil` to remove them.
    private func chosen() throws -> CheckedTrackingOptions? {
        if let preset { return CheckedTrackingOptions(preset.preset, on: os.platform) }
        return try file.map { try TrackingOptionsFile($0, on: os.platform).options }
    }
}
