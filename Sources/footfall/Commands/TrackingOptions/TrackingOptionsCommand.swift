internal import ArgumentParser

/// Groups the commands about remote tracking options.
struct TrackingOptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracking-options",
        abstract: "Say how phones with Radar's SDK track, without a new version of the app.",
        discussion: """
            A preset or a complete JSON document is set for an operating system, an environment (`live`, or `test` for phones \
            with a token of that environment) and a trip (`on` or `off`). `footfall serve` hands it to each phone with the \
            answer to what it sends, and it overrides what the app says. Where nothing is set for phones on a trip, they get \
            what is set for no trip; where nothing is set at all, the app decides.
            """,
        subcommands: [TrackingOptionsShow.self, TrackingOptionsSet.self, TrackingOptionsValidate.self],
        defaultSubcommand: TrackingOptionsShow.self
    )
}
