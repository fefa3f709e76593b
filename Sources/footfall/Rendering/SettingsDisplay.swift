internal import VisitModel

/// How the settings are shown.
enum SettingsDisplay {
    /// What holds for a whole database.
    struct Row {
        let defaultTimeZone: TimeZoneName?
        /// For how many days fixes are kept; `nil` for ever.
        let retentionDays: Int?
    }

    static let columns: [Column<Row>] = [
        Column("default_time_zone", in: .programs) { .optional($0.defaultTimeZone?.identifier) },
        Column("default_time_zone", "default time zone", in: [.table]) {
            .text($0.defaultTimeZone?.identifier ?? "none (UTC)")
        },
        Column("retention_days", in: .programs) { $0.retentionDays.map { .integer($0) } ?? .nothing },
        Column("retention", "fixes are kept", in: [.table]) {
            .text($0.retentionDays.map { $0 == 1 ? "1 day" : "\($0) days" } ?? "for ever")
        },
    ]
}
