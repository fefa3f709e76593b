internal import Tables
internal import VisitModel
internal import VisitStore

enum SettingsDisplay {
    struct Row {
        let defaultTimeZone: TimeZoneName?
        let retention: RetentionPeriods
        let collection: CollectionPeriods
    }

    static let columns: [Column<Row>] = [
        Column("default_time_zone", in: .programs) { .optional($0.defaultTimeZone?.identifier) },
        Column("default_time_zone", "default time zone", in: [.table]) {
            .text($0.defaultTimeZone?.identifier ?? "none (UTC)")
        },
        Column("retention_days", in: .programs) { number($0.retention.liveDays) },
        Column("replayed_retention_days", in: .programs) { number($0.retention.replayedDays) },
        Column("evidence_retention_days", in: .programs) { number($0.retention.evidenceDays) },
        Column("access_retention_days", in: .programs) { number($0.retention.accessDays) },
        Column("retention", "fixes are kept", in: [.table]) { .text(words($0.retention.liveDays)) },
        Column("replayed_retention", "replayed fixes are kept", in: [.table]) {
            .text(words($0.retention.replayedDays))
        },
        Column("evidence_retention", "fixes of visits are kept", in: [.table]) {
            .text(words($0.retention.evidenceDays))
        },
        Column("access_retention", "the access record is kept", in: [.table]) {
            .text(words($0.retention.accessDays))
        },
        Column("correction_quiet_seconds", in: .programs) { .integer($0.collection.quietSeconds) },
        Column("correction_delay_seconds", in: .programs) { .integer($0.collection.delaySeconds) },
        Column("correction_quiet", "webhooks report corrections", in: [.table]) {
            let (quiet, delay) = ($0.collection.quietSeconds, $0.collection.delaySeconds)
            return .text(quiet == 0 || delay == 0 ? "at once" : "after \(quiet) s without a change, at most \(delay) s")
        },
    ]

    private static func number(_ days: Int?) -> Cell { days.map { .integer($0) } ?? .nothing }

    private static func words(_ days: Int?) -> String { days.map { CountText.of($0, "day") } ?? "forever" }
}
