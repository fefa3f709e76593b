internal import ArgumentParser
internal import VisitModel
internal import VisitServer
internal import VisitStore

/// Creates an access token.
struct TokensAdd: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a token and show it, once.",
        discussion: """
            Roles: `ingest` sends fixes, `read` sees everything, `admin` does everything. An `ingest` token can be bound to a \
            member, or to one phone: what it sends is then theirs, whatever the records say.
            """
    )

    @Option(help: "What it may do: admin, read or ingest.")
    var role: RoleArgument

    @Option(help: "What it is for, for those who read the list.")
    var note = ""

    @Option(help: "The only member it speaks for (role ingest).", transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: "The only phone it speaks for (role ingest).", transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: "Which world its phones belong to (role ingest): live, or test, with tracking options of its own.")
    var environment: EnvironmentArgument = .live

    @Option(
        help:
            "The platform of its phones (role ingest): ios or android. Without it a phone that does not say it is unknown, and gets no more geofences than iOS takes."
    )
    var platform: PlatformArgument?

    @Option(name: .customLong("expires-in-days"), help: "After how many days it ends (default: never).")
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
        try store.addAccessToken(
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
        console.errors("this token is not shown again; `footfall tokens remove \(token.id.text)` takes it away")
    }
}

/// A role as an argument.
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

/// A platform as an argument.
enum PlatformArgument: String, ExpressibleByArgument, CaseIterable {
    case ios, android

    var platform: Platform {
        switch self {
        case .ios: .ios
        case .android: .android
        }
    }
}
