internal import ArgumentParser
internal import VisitStore

/// Revokes a token.
struct TokensRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a token away.",
        discussion: "A service that runs goes on to take it for at most 10 seconds."
    )

    @Argument(
        help: "The token's name, as in the list: the part between the underscores.",
        transform: Transforms.identifier
    )
    var id: TokenID

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        guard try database.open(console).removeAccessToken(id) else {
            throw CommandFailure(
                .noInput,
                "there is no token `\(id)`; `footfall tokens list` shows those that there are"
            )
        }
        try console.print("token \(id) removed")
    }
}
