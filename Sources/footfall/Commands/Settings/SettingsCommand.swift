internal import ArgumentParser

/// What holds for the whole database.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change what holds for the whole database.",
        subcommands: [SettingsShow.self, SettingsSet.self],
        defaultSubcommand: SettingsShow.self
    )
}
