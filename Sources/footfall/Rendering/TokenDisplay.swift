internal import VisitModel
internal import VisitStore

/// Formats a token; its secret is not stored.
enum TokenDisplay {
    static let columns: [Column<AccessTokenRecord>] = [
        Column("token") { .text($0.id.text) },
        Column("role") { .text($0.role.rawValue) },
        Column("member") { .optional($0.member?.text) },
        Column("device") { .optional($0.device?.text) },
        Column("environment") { .text($0.environment.rawValue) },
        Column("note") { .optional($0.note) },
        Column("created_at", "created (UTC)") { .time($0.createdAt) },
        Column("expires_at", "expires (UTC)") { .optional($0.expiresAt) },
        Column("used_at", "last used (UTC)") { .optional($0.lastUsedAt) },
        Column("platform") { .optional($0.platform?.rawValue) },
    ]
}
