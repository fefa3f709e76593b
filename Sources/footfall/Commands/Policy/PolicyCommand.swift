internal import ArgumentParser

/// Groups the commands about evaluation policies.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show the thresholds by which visits are judged.",
        subcommands: [PolicyShow.self]
    )
}
