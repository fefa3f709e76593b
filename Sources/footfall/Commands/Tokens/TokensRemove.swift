internal import ArgumentParser
internal import VisitStore

/// Revokes a token.
struct TokensRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a token.",
        discussion: "A running service still accepts it for up to 10 seconds."
    )

    @Argument(
        help: "The token's id, as in the list: the part between the underscores.",
        transform: Transforms.identifier
    )
    var id: TokenID

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        guard try database.open(console).removeAccessToken(id) else {
            throw CommandFailure(
                .noInput,
                "there is no token `\(id)`; `footfall tokens list` lists all of them"
            )
        }
        try console.print("token \(id) removed")
    }
}
