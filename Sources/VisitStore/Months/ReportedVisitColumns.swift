internal import GRDB
internal import MonthReports
internal import SQLiteStorage
internal import VisitModel

/// The columns of a visit as a month's file has it, with their decoding.
enum ReportedVisitColumns {
    /// Of a line `l` of a file, its member `m` and facility `f`.
    static let ofLine = """
        l.visit, m.id, m.name, f.id, f.name, l.group_name, l.month, l.local_day, l.entered_ms, l.exited_ms, l.minutes,
        l.time_zone, l.evidence, l.confidence, l.review
        """

    /// Of a visit `v` as it is now, its member `m` and facility `f`.
    static let ofVisit = """
        v.id, m.id, m.name, f.id, f.name, \(MemberGroupReader.groupSQL("v")), v.month, v.local_day, v.entered_ms,
        v.exited_ms, \(minutes), \(timeZone), v.evidence, v.confidence, \(decision)
        """

    /// The same as `ListedVisit.minutes`, of a visit `v`.
    static let minutes = "max(0, coalesce(v.exited_ms, v.last_proof_ms) - v.entered_ms) / 60000"

    /// Of the facility at the entry of a visit `v`.
    static let timeZone = """
        coalesce(
            (
                SELECT w.time_zone FROM facility_version w
                WHERE w.facility = v.facility AND w.valid_from_ms <= v.entered_ms ORDER BY w.valid_from_ms DESC LIMIT 1
            ),
            (SELECT value FROM setting WHERE name = '\(SettingName.defaultTimeZone.text)'), 'UTC'
        )
        """

    /// What a person decided about a visit `v`.
    static let decision = "(SELECT r.decision FROM visit_review r WHERE r.visit = v.id)"

    static func visit(_ row: Columns, from index: Int32, _ lookups: Lookups) throws -> ReportedVisit {
        ReportedVisit(
            visit: try row.optionalIdentifier(index),
            member: try row.optionalIdentifier(index + 1),
            memberName: row.isNull(index + 1) ? nil : try row.name(index + 2),
            facility: try row.identifier(index + 3),
            facilityName: row.text(index + 4),
            group: try row.name(index + 5),
            month: try VisitColumns.month(row, index + 6),
            localDate: CivilDate(daysSince1970: row.int(index + 7)),
            enteredAt: row.optionalTime(index + 8),
            exitedAt: row.optionalTime(index + 9),
            minutes: row.int(index + 10),
            timeZone: try lookups.zone(row.text(index + 11)),
            evidence: try row.named(index + 12),
            confidence: row.optionalDouble(index + 13),
            decision: row.isNull(index + 14) ? nil : try row.named(index + 14)
        )
    }
}
