internal import ArgumentParser

/// Groups the commands about access tokens.
struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Manage the access tokens of the service.",
        subcommands: [TokensAdd.self, TokensList.self, TokensRemove.self]
    )
}
