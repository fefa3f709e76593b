internal import ArgumentParser

/// Groups the commands about the database's settings.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change the settings of the database.",
        subcommands: [SettingsShow.self, SettingsSet.self],
        defaultSubcommand: SettingsShow.self
    )
}
