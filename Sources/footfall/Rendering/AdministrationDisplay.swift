internal import Tables
internal import VisitModel
internal import VisitStore

/// A token's secret is not stored.
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
        Column("person") { .optional($0.person) },
    ]
}

enum QuarantineDisplay {
    /// Without the record itself, which may contain a location.
    static let columns: [Column<QuarantinedRecord>] = [
        Column("number", isRightAligned: true) { .integer(Int($0.key.rawValue)) },
        Column("received_at", "received (UTC)") { .time($0.receivedAt) },
        Column("app") { .text($0.app) },
        Column("member") { .optional($0.member?.text) },
        Column("device") { .optional($0.device?.text) },
        Column("repeats", isRightAligned: true) { .integer($0.repeats) },
        Column("code") { .text($0.code) },
        Column("message") { .text($0.message) },
        Column("repeated_at", in: .programs) { .optional($0.repeatedAt) },
        Column("size", in: .programs) { .integer($0.size) },
        Column("kept_size", in: .programs) { .integer($0.record.count) },
        Column("sha256", in: .programs) { .optional($0.sha256Text) },
    ]

    static let details: [Column<QuarantinedRecord>] =
        columns + [
            Column("repeated_at", "repeated (UTC)", in: [.table]) { .optional($0.repeatedAt) },
            Column("size", "bytes", in: [.table]) {
                .text($0.isWhole ? "\($0.size)" : "\($0.size), the first \($0.record.count) of them are kept")
            },
            Column("sha256", "sha256 of all", in: [.table]) { .optional($0.sha256Text) },
            Column("record") { .text(String(decoding: $0.record, as: UTF8.self)) },
        ]
}

enum AccessDisplay {
    static let columns: [Column<AccessEntry>] = [
        Column("first_at", "first (UTC)") { .time($0.firstAt) },
        Column("last_at", "last (UTC)") { .time($0.lastAt) },
        Column("count", isRightAligned: true) { .integer($0.count) },
        Column("action") { .text($0.action.rawValue) },
        Column("member", in: .programs) { .optional($0.member?.text) },
        Column("erased_member", in: .programs) { .optional($0.erasedMemberText) },
        Column("member", in: [.table]) { entry in
            .text(
                entry.member?.text ?? entry.erasedMemberText.map { "(erased \($0.prefix(12)))" } ?? "(several members)"
            )
        },
        Column("via") { .text($0.caller.interface.rawValue) },
        Column("caller") { .text($0.caller.id) },
        Column("caller_note", "note") { .optional($0.caller.note) },
    ]
}

enum IntegrityDisplay {
    static let columns: [Column<IntegrityFinding>] = [
        Column("rule") { .text($0.rule) },
        Column("detail") { .text($0.detail) },
    ]
}
