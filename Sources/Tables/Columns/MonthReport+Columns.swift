package import MonthReports
internal import VisitModel

extension MonthReport {
    /// The columns of the report's rows; a table leaves out what the report does not have.
    package var columns: [Column<Row>] {
        var columns: [Column<Row>] = []
        switch key {
        case .member:
            columns.append(Column("member", "Member") { .optional($0.subject.id) })
            columns.append(Column("member_name", "Name") { .optional($0.subject.name) })
        case .facility:
            columns.append(Column("facility", "Facility") { .optional($0.subject.id) })
            columns.append(Column("facility_name", "Name") { .optional($0.subject.name) })
        case .group:
            columns.append(Column("group", "Group") { .optional($0.subject.id) })
            columns.append(Column("members", "Members", isRightAligned: true) { .integer($0.figures.members) })
        }
        columns += [
            Column("visits", "Visits", isRightAligned: true) { .integer($0.figures.visits) },
            Column("days", "Days", isRightAligned: true) { .integer($0.figures.days) },
            Column("minutes", "Minutes", isRightAligned: true) { .integer($0.figures.minutes) },
            Column("first_day", "First") { .optional($0.figures.first) },
            Column("last_day", "Last") { .optional($0.figures.last) },
            Column("visits_before", "Month before", isRightAligned: true) { .integer($0.before.visits) },
            Column("change", "Change", isRightAligned: true) { .integer($0.change) },
        ]
        let adjusted: Set<ReportFormat> = takesAdjustments || !adjustments.isEmpty ? [.table, .json, .csv] : .programs
        columns.append(
            Column("adjusted_visits", "Adjustments", in: adjusted, isRightAligned: true) {
                .integer($0.adjustedVisits)
            }
        )
        columns.append(Column("adjusted_minutes", in: .programs) { .integer($0.adjustedMinutes) })
        if let currency = currency?.code {
            columns += [
                Column("payout", "Payout \(currency)", isRightAligned: true) {
                    .optional($0.payoutCents.map { Double($0) / 100 }, decimals: 2)
                },
                Column("adjusted_payout", "Payout adjustments", isRightAligned: true) {
                    .number(Double($0.adjustedPayoutCents) / 100, decimals: 2)
                },
                Column("currency", in: .programs) { _ in .optional(currency) },
            ]
        }
        return columns
    }
}

extension MonthLine {
    /// The columns of a month's file by visit: days and times are those of the facility's clocks.
    package static let columns: [Column<MonthLine>] = [
        Column("change", "Change", isRightAligned: true) { .integer($0.change.rawValue) },
        Column("month", "Month") { .text($0.visit.month.description) },
        Column("member", "Member") { .optional($0.visit.member?.text) },
        Column("member_name", "Member's name") { .optional($0.visit.memberName?.text) },
        Column("group", "Group") { .optional($0.visit.group?.text) },
        Column("facility", "Facility") { .text($0.visit.facility.text) },
        Column("facility_name", "Facility's name") { .optional($0.visit.facilityName) },
        Column("local_date", "Day") { .day($0.visit.localDate) },
        Column("entered", "Entered") { .local($0.visit.enteredAt, in: $0.visit.timeZone) },
        Column("left", "Left") { .local($0.visit.exitedAt, in: $0.visit.timeZone) },
        Column("minutes", "Minutes", isRightAligned: true) { .integer($0.visit.minutes) },
        // A line that is taken back has none.
        Column("verdict", "Verdict") { .optional($0.change == .added ? Visit.Verdict.counted.rawValue : nil) },
        Column("confidence", "Confidence", isRightAligned: true) { .optional($0.visit.confidence, decimals: 2) },
        Column("evidence", "Evidence") { .text($0.visit.evidence.rawValue) },
        Column("review", "Review") { .optional($0.visit.decision?.rawValue) },
        Column("visit_id", "Visit") { .optional($0.visit.visit?.text) },
    ]
}
