internal import ArgumentParser

/// Groups the commands about evaluation policies.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show the thresholds that visits are judged by.",
        subcommands: [PolicyShow.self]
    )
}
