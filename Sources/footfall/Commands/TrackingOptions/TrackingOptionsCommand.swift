internal import ArgumentParser

/// Groups the commands about remote tracking options.
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
