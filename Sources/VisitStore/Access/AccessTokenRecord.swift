public import VisitModel

/// The name of an access token: the part of it that may be shown.
public typealias TokenID = Identifier<AccessTokenRecord>

/// Who may call the service, as far as it is kept: never with the secret, only with its digest.
public struct AccessTokenRecord: Hashable, Sendable {
    /// The token's name.
    public let id: TokenID
    /// What it is for, in a person's words.
    public let note: String
    /// What its holder may do.
    public let role: TokenRole
    /// The only member that an `ingest` token speaks for, who need not be known yet; `nil` for any.
    public let member: MemberID?
    /// The only phone that an `ingest` token speaks for; `nil` for any.
    public let device: DeviceID?
    /// Which of the two worlds the phones of an `ingest` token belong to; it decides how they are told to track.
    public let environment: ProjectEnvironment
    /// The platform of the phones of an `ingest` token; `nil` where it was not said.
    public let platform: Platform?
    /// What the secret is compared with, as whoever made the token worked it out.
    public let digest: [UInt8]
    /// When it was made.
    public let createdAt: Timestamp
    /// From when on it is no longer taken; `nil` for never.
    public let expiresAt: Timestamp?
    /// About when it was last used; `nil` before the first time.
    public let lastUsedAt: Timestamp?

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - id: the token's name.
    ///   - note: what it is for, in a person's words.
    ///   - role: what its holder may do.
    ///   - member: the only member that an `ingest` token speaks for.
    ///   - device: the only phone that an `ingest` token speaks for.
    ///   - environment: which world its phones belong to; only phones of `ingest` tokens belong to another than `live`.
    ///   - platform: the platform of its phones, where it is known.
    ///   - digest: what the secret is compared with.
    ///   - createdAt: when it was made.
    ///   - expiresAt: from when on it is no longer taken.
    ///   - lastUsedAt: about when it was last used.
    public init(
        id: TokenID,
        note: String,
        role: TokenRole,
        member: MemberID? = nil,
        device: DeviceID? = nil,
        environment: ProjectEnvironment = .live,
        platform: Platform? = nil,
        digest: [UInt8],
        createdAt: Timestamp,
        expiresAt: Timestamp? = nil,
        lastUsedAt: Timestamp? = nil
    ) {
        self.id = id
        self.note = note
        self.role = role
        self.member = member
        self.device = device
        self.environment = environment
        self.platform = platform
        self.digest = digest
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
    }
}

/// The columns that a token is read from, and how.
enum TokenColumns {
    /// The names, in the order that `token` reads them.
    static let names = "id, note, role, member, device, digest, created_ms, expires_ms, used_ms, environment, platform"

    /// Reads a token from a row.
    static func token(_ row: Columns) throws -> AccessTokenRecord {
        AccessTokenRecord(
            id: try row.identifier(0),
            note: row.text(1),
            role: try row.named(2),
            member: try row.optionalIdentifier(3),
            device: try row.optionalIdentifier(4),
            environment: try row.named(9),
            platform: row.optionalText(10) == nil ? nil : try row.named(10),
            digest: row.bytes(5),
            createdAt: row.time(6),
            expiresAt: row.optionalTime(7),
            lastUsedAt: row.optionalTime(8)
        )
    }
}
