package import VisitModel

extension ListedVisit {
    /// For a sheet: days and times are those of the facility's clocks.
    package static let columns: [Column<ListedVisit>] = [
        Column("member", "Member") { .text($0.visit.member.text) },
        Column("facility", "Facility") { .text($0.visit.facility.text) },
        Column("facility_name", "Name") { .optional($0.facilityName) },
        Column("local_date", "Day") { .day($0.visit.localDate) },
        Column("entered", "Entered") { $0.clock($0.visit.enteredAt) },
        Column("left", "Left") { row in row.visit.exitedAt.map(row.clock) ?? .nothing },
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

    private func clock(_ time: Timestamp) -> Cell {
        .clock(time.localDate(in: timeZone), second: time.secondOfDay(in: timeZone))
    }
}
