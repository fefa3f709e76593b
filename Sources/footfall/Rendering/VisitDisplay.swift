internal import VisitModel

/// How a visit is shown.
enum VisitDisplay {
    static let columns: [Column<Visit>] = [
        Column("visit_id", in: .programs) { .text($0.id.text) },
        Column("member") { .text($0.member.text) },
        Column("device", in: .programs) { .text($0.device.text) },
        Column("facility") { .text($0.facility.text) },
        Column("entered_at", "entered (UTC)") { .time($0.enteredAt) },
        Column("dwelled_at", in: .programs) { .optional($0.dwelledAt) },
        Column("exited_at", in: .programs) { .optional($0.exitedAt) },
        Column("stay", in: [.table], isRightAligned: true) { .text(stay($0)) },
        Column("status") { .text($0.status.rawValue) },
        Column("evidence") { .text($0.evidence.rawValue) },
        Column("counted", in: .programs) { .flag($0.isCounted) },
        Column("counted", "counted", in: [.table]) { .text($0.isCounted ? "yes" : "no: \($0.verdict.rawValue)") },
        Column("month") { .text($0.month.description) },
        Column("visit", in: [.table]) { .text($0.id.text) },
        Column("depth_m", in: [.json]) { .number($0.depthMeters, decimals: 1) },
        Column("doubts", in: [.json]) { .list($0.doubts.names) },
        Column("fixes_inside", in: [.json]) { .integer($0.fixesInside) },
        Column("last_proof_at", in: [.json]) { .time($0.lastProofAt) },
        Column("local_date", in: [.json]) { .text($0.localDate.description) },
        Column("policy_version", in: [.json]) { .text($0.policyVersion) },
        Column("verdict", in: [.json]) { .text($0.verdict.rawValue) },
    ]

    /// How long the visit lasted so far: `1 h 05 min`.
    private static func stay(_ visit: Visit) -> String {
        let seconds = visit.enteredAt.seconds(to: visit.exitedAt ?? visit.lastProofAt)
        return Duration.spoken(seconds: Int(max(0, seconds)))
    }
}

extension Duration {
    /// A length of time for people: `45 s`, `12 min`, `1 h 05 min`.
    static func spoken(seconds: Int) -> String {
        let minutes = seconds / 60
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(minutes) min"
        default: "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
        }
    }
}
