internal import VisitModel
internal import VisitStore

/// Formats the settings.
enum SettingsDisplay {
    /// The settings of a database.
    struct Row {
        let defaultTimeZone: TimeZoneName?
        /// How many days fixes are kept.
        let retention: RetentionPeriods
    }

    static let columns: [Column<Row>] = [
        Column("default_time_zone", in: .programs) { .optional($0.defaultTimeZone?.identifier) },
        Column("default_time_zone", "default time zone", in: [.table]) {
            .text($0.defaultTimeZone?.identifier ?? "none (UTC)")
        },
        Column("retention_days", in: .programs) { number($0.retention.liveDays) },
        Column("replayed_retention_days", in: .programs) { number($0.retention.replayedDays) },
        Column("evidence_retention_days", in: .programs) { number($0.retention.evidenceDays) },
        Column("retention", "fixes are kept", in: [.table]) { .text(words($0.retention.liveDays)) },
        Column("replayed_retention", "replayed fixes are kept", in: [.table]) {
            .text(words($0.retention.replayedDays))
        },
        Column("evidence_retention", "fixes of visits are kept", in: [.table]) {
            .text(words($0.retention.evidenceDays))
        },
    ]

    private static func number(_ days: Int?) -> Cell { days.map { .integer($0) } ?? .nothing }

    private static func words(_ days: Int?) -> String { days.map { $0 == 1 ? "1 day" : "\($0) days" } ?? "forever" }
}
