internal import ArgumentParser
internal import GeofenceEngine
internal import Interchange
internal import MemberEngine
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct ReplayCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Read recorded tracks and detect the visits in them.",
        discussion: """
            Reads CSV with a header, GPX, GeoJSON and JSON records, recognized by their content, in the order of the \
            files. Replay is idempotent: replaying a file again changes nothing, and an interrupted replay can be \
            restarted.

            Fixes more than 48 hours older than the newest of their device are stored and not evaluated (a warning \
            reports them): replay older files first. Replayed fixes are kept forever unless `footfall settings set \
            --replayed-retention` limits that.

            If receive times (`received_at`) show that a phone's clock is ahead, its times are corrected.
            """
    )

    @Argument(help: "The files.")
    var files: [String]

    @Flag(help: "Send webhooks for the visits and events found, as if they happened now (see `webhooks`).")
    var notify = false

    @OptionGroup var tracks: TrackOptions
    @OptionGroup var policyOptions: PolicyOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        try InputCheck.readable(files)
        let policy = try policyOptions.chosen()
        let store = try database.openOrCreate(console)
        let pipeline = try VisitPipeline(store: store, policy: policy, selection: policyOptions.selection)
        let summary = try replay(pipeline, console)
        let facilities = try store.facilities.all(matching: FacilityFilter(includesRetired: true, limit: 1))
        printDiagnostics(summary, console)
        for line in ReplayDisplay.lines(summary) { try console.print(line) }
        for hint in ReplayDisplay.hints(summary, policy, knowsFacilities: !facilities.isEmpty) {
            console.errors("hint: \(hint)")
        }
        if notify, try store.endpoints.all().isEmpty {
            console.errors("hint: no webhooks were sent, there are no endpoints; `footfall webhooks add URL` adds one")
        }
        guard summary.ingest.fixes > 0 else { throw CommandFailure(.data, "no fix could be used") }
    }

    private func replay(_ pipeline: VisitPipeline, _ console: Console) throws -> ReplaySummary {
        defer { if console.isWatched { ProgressBar.clear() } }
        var options = tracks.replayOptions
        options.notifies = notify
        return try pipeline.replay(
            files,
            options: options,
            observedAt: console.now(),
            progress: { progress in
                if console.isWatched { ProgressBar.draw(progress) }
            },
            warning: { unevaluated in
                if console.isWatched { ProgressBar.clear() }
                for line in ReplayDisplay.warnings(ofUnevaluated: unevaluated, pipeline.policy) { console.errors(line) }
            }
        )
    }

    private func printDiagnostics(_ summary: ReplaySummary, _ console: Console) {
        let counts = Dictionary(grouping: summary.diagnostics, by: \.code).mapValues(\.count)
        for line in DiagnosticPrinter.lines(summary.diagnostics, counts: counts, hint: "") {
            console.errors(line)
        }
    }
}
