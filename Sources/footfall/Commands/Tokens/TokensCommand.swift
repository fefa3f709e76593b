internal import ArgumentParser

/// Groups the commands about who may call the service.
struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Say who may call the service.",
        subcommands: [TokensAdd.self, TokensList.self, TokensRemove.self]
    )
}
