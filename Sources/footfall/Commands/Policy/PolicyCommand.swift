internal import ArgumentParser

/// Everything about thresholds.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show the thresholds that visits are judged by.",
        subcommands: [PolicyShow.self]
    )
}
