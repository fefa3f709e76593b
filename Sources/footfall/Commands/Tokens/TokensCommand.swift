internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitServer
internal import VisitStore

struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Manage the access tokens of the service.",
        subcommands: [TokensAdd.self, TokensList.self, TokensRemove.self]
    )
}

struct TokensAdd: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Create a token and show it, once.",
        discussion: """
            Roles: `ingest` sends fixes, `read` reads everything, `admin` does everything. An `ingest` token can be \
            bound to a member, or to one phone: the records it sends are then attributed to it, whatever they contain.
            """
    )

    @Option(help: "The role: admin, read or ingest.")
    var role: TokenRole

    @Option(help: "A note on its purpose, shown in the list.")
    var note = ""

    @Option(help: "The person who has it, shown in the history of what they correct and in the access record.")
    var person = ""

    @Option(help: "The member to whom it is bound (role ingest).", transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: "The phone to which it is bound (role ingest).", transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: "The environment of its phones (role ingest): live, or test, with its own tracking options.")
    var environment: ProjectEnvironment = .live

    @Option(
        help:
            """
            The platform of its phones (role ingest): ios or android. Without it, a phone that does not send its \
            platform gets at most as many geofences as iOS allows.
            """
    )
    var platform: Platform?

    @Option(name: .customLong("expires-in-days"), help: "The number of days until it expires (default: never).")
    var days: Int?

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        if role != .ingest, member != nil || device != nil {
            throw ArgumentParser.ValidationError("only a token of the role ingest can be bound to a member or a phone")
        }
        if role != .ingest, environment != .live {
            throw ArgumentParser.ValidationError("only a token of the role ingest can be of the environment test")
        }
        if role != .ingest, platform != nil {
            throw ArgumentParser.ValidationError("only a token of the role ingest can have a platform")
        }
        try InputCheck.range("--expires-in-days", days, 1...36_500)
    }

    func run(_ console: Console) throws {
        let store = try database.openOrCreate(console)
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let now = console.now()
        try store.accessTokens.add(
            AccessTokenRecord(
                id: token.id,
                note: note,
                person: person,
                role: role,
                member: member,
                device: device,
                environment: environment,
                platform: platform,
                digest: token.digest,
                createdAt: now,
                expiresAt: days.map { now.advanced(bySeconds: Double($0) * 86_400) }
            )
        )
        try console.print(token.text)
        console.errors("this token is not shown again; `footfall tokens remove \(token.id.text)` removes it")
    }
}

struct TokensList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens, without their secrets."
    )

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let tokens = try database.open(console).accessTokens.all()
        try format.write(
            tokens,
            TokenDisplay.columns,
            to: console,
            empty: "no tokens; `footfall tokens add` creates one"
        )
    }
}

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
        guard try database.openToWrite(console).accessTokens.remove(id) else {
            throw CommandFailure(.noInput, "there is no token `\(id)`; `footfall tokens list` lists all of them")
        }
        try console.print("token \(id) removed")
    }
}
