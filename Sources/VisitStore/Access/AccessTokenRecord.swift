internal import SQLiteStorage
package import VisitModel

/// The public part of an access token, which may be displayed.
package typealias TokenID = Identifier<AccessTokenRecord>

/// A stored access token, with a digest in place of its secret.
package struct AccessTokenRecord: Hashable, Sendable {
    package let id: TokenID
    /// The token's purpose, in the operator's words.
    package let note: String
    /// The person who has the token; empty where none was named.
    package let person: String
    package let role: TokenRole
    /// The only member, not necessarily stored yet, that an `ingest` token may report for; `nil` for any.
    package let member: MemberID?
    /// The only phone that an `ingest` token may report for; `nil` for any.
    package let device: DeviceID?
    /// The environment of an `ingest` token's phones, which determines their tracking options.
    package let environment: ProjectEnvironment
    /// The platform of an `ingest` token's phones; `nil` where it is unknown.
    package let platform: Platform?
    /// The digest that a presented secret is compared with, computed by the caller.
    package let digest: [UInt8]
    package let createdAt: Timestamp
    /// `nil` for never.
    package let expiresAt: Timestamp?
    /// The approximate time of the last use; `nil` before the first.
    package let lastUsedAt: Timestamp?

    /// Creates a record; only an `ingest` token may have an environment other than `live`.
    package init(
        id: TokenID,
        note: String,
        person: String = "",
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
        self.person = person
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

enum TokenColumns {
    /// In the order in which `token` reads them.
    static let names =
        "id, note, role, member, device, digest, created_ms, expires_ms, used_ms, environment, platform, person"

    static func token(_ row: Columns) throws -> AccessTokenRecord {
        AccessTokenRecord(
            id: try row.identifier(0),
            note: row.text(1),
            person: row.text(11),
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
