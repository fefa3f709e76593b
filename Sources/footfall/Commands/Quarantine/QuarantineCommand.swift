internal import ArgumentParser

/// Everything about records that could not be used.
struct QuarantineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "See, retry and forget records of phones that could not be used.",
        discussion: "They are kept as they came: a refusal would block the phone's queue for days.",
        subcommands: [QuarantineList.self, QuarantineShow.self, QuarantineRetry.self, QuarantinePurge.self],
        defaultSubcommand: QuarantineList.self
    )
}
