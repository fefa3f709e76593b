internal import ArgumentParser
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
    var role: RoleArgument

    @Option(help: "A note on its purpose, shown in the list.")
    var note = ""

    @Option(help: "The member to whom it is bound (role ingest).", transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: "The phone to which it is bound (role ingest).", transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: "The environment of its phones (role ingest): live, or test, with its own tracking options.")
    var environment: EnvironmentArgument = .live

    @Option(
        help:
            """
            The platform of its phones (role ingest): ios or android. Without it, a phone that does not send its \
            platform gets at most as many geofences as iOS allows.
            """
    )
    var platform: PlatformArgument?

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
        if let days, !(1...36_500).contains(days) {
            throw ArgumentParser.ValidationError("--expires-in-days is \(days), expected 1 to 36500")
        }
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
                role: role.role,
                member: member,
                device: device,
                environment: environment.environment,
                platform: platform?.platform,
                digest: token.digest,
                createdAt: now,
                expiresAt: days.map { now.advanced(bySeconds: Double($0) * 86_400) }
            )
        )
        try console.print(token.text)
        console.errors("this token is not shown again; `footfall tokens remove \(token.id.text)` removes it")
    }
}

enum RoleArgument: String, ExpressibleByArgument, CaseIterable {
    case admin, read, ingest

    var role: TokenRole {
        switch self {
        case .admin: .admin
        case .read: .read
        case .ingest: .ingest
        }
    }
}

enum PlatformArgument: String, ExpressibleByArgument, CaseIterable {
    case ios, android

    var platform: Platform {
        switch self {
        case .ios: .ios
        case .android: .android
        }
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
        let store = try database.open(console)
        var report = Report(TokenDisplay.columns, format.format, to: console.output)
        try report.begin()
        for token in try store.accessTokens.all() { try report.add(token) }
        try report.end(note: report.count == 0 ? "no tokens; `footfall tokens add` creates one" : nil)
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
        guard try database.open(console).accessTokens.remove(id) else {
            throw CommandFailure(
                .noInput,
                "there is no token `\(id)`; `footfall tokens list` lists all of them"
            )
        }
        try console.print("token \(id) removed")
    }
}
