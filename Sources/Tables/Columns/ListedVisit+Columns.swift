package import VisitModel

extension ListedVisit {
    /// For a sheet: days and times are those of the facility's clocks.
    package static let columns: [Column<ListedVisit>] = [
        Column("member", "Member") { .text($0.visit.member.text) },
        Column("member_name", "Member's name") { .optional($0.memberName?.text) },
        Column("group", "Group") { .optional($0.group?.text) },
        Column("facility", "Facility") { .text($0.visit.facility.text) },
        Column("facility_name", "Facility's name") { .optional($0.facilityName) },
        Column("local_date", "Day") { .day($0.visit.localDate) },
        Column("entered", "Entered") { .local($0.visit.enteredAt, in: $0.timeZone) },
        Column("left", "Left") { .local($0.visit.exitedAt, in: $0.timeZone) },
        Column("minutes", "Minutes", isRightAligned: true) { .integer($0.minutes) },
        Column("counted", "Counts") { .flag($0.visit.isCounted) },
        Column("verdict", "Verdict") { .text($0.visit.verdict.rawValue) },
        Column("confidence", "Confidence", isRightAligned: true) {
            .optional($0.visit.assessment?.confidence, decimals: 2)
        },
        Column("evidence", "Evidence") { .text($0.visit.evidence.rawValue) },
        Column("review", "Review") { .optional($0.review?.decision?.rawValue) },
        Column("note", "Note") { .optional($0.review?.note) },
        Column("visit_id", "Visit") { .text($0.visit.id.text) },
    ]
}
