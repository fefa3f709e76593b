internal import Tables
internal import VisitModel
internal import WireJSON

enum VisitDisplay {
    static let columns: [Column<ListedVisit>] = [
        Column("visit_id", in: .programs) { .text($0.visit.id.text) },
        Column("member") { .text($0.visit.member.text) },
        Column("device", in: .programs) { .optional($0.visit.device?.text) },
        Column("facility") { .text($0.visit.facility.text) },
        Column("entered_at", "entered (UTC)") { .time($0.visit.enteredAt) },
        Column("dwelled_at", in: .programs) { .optional($0.visit.dwelledAt) },
        Column("exited_at", in: .programs) { .optional($0.visit.exitedAt) },
        Column("stay", in: [.table], isRightAligned: true) { .text(stay($0.visit)) },
        Column("status") { .text($0.visit.status.rawValue) },
        Column("evidence") { .text($0.visit.evidence.rawValue) },
        Column("counted", in: .programs) { .flag($0.visit.isCounted) },
        Column("counted", "counted", in: [.table]) { .text(counted($0.visit)) },
        Column("confidence", "confidence", in: [.table], isRightAligned: true) { row in
            row.visit.assessment.map { .number($0.confidence, decimals: 2) } ?? .text("-")
        },
        Column("month") { .text($0.visit.month.description) },
        Column("visit", in: [.table]) { .text($0.visit.id.text) },
        Column("verdict", in: .programs) { .text($0.visit.verdict.rawValue) },
        Column("confidence", in: .programs) { .optional($0.visit.assessment?.confidence, decimals: 2) },
        Column("proven_seconds", in: .programs) { .optional($0.visit.assessment?.provenSeconds) },
        Column("bridged_seconds", in: .programs) { .optional($0.visit.assessment?.bridgedSeconds) },
        Column("entered_between", in: [.json]) { .optional($0.visit.assessment?.enteredBetween.ends) },
        Column("entered_between", in: [.csv]) { .optional($0.visit.assessment?.enteredBetween.interval) },
        Column("exited_between", in: [.json]) { .optional($0.visit.assessment?.exitedBetween?.ends) },
        Column("exited_between", in: [.csv]) { .optional($0.visit.assessment?.exitedBetween?.interval) },
        Column("runner_up", in: [.json]) { $0.visit.assessment?.runnerUp.map(json) ?? .nothing },
        Column("runner_up", in: [.csv]) { .optional($0.visit.assessment?.runnerUp?.facility.text) },
        Column("runner_up_share", in: [.csv]) { .optional($0.visit.assessment?.runnerUp?.share, decimals: 2) },
        Column("why", in: [.json]) { .list($0.visit.why) },
        Column("depth_m", in: [.json]) { .number($0.visit.depthMeters, decimals: 1) },
        Column("doubts", in: [.json]) { .list($0.visit.doubts.names) },
        Column("fixes_inside", in: [.json]) { .integer($0.visit.fixesInside) },
        Column("last_proof_at", in: [.json]) { .time($0.visit.lastProofAt) },
        Column("policy_version", in: [.json]) { .text($0.visit.policyVersion) },
        Column("facility_name", in: .programs) { .optional($0.facilityName) },
        Column("local_date", in: .programs) { .text($0.visit.localDate.description) },
        Column("minutes", in: .programs) { .integer($0.minutes) },
        Column("review", in: .programs) { .optional($0.review?.decision?.rawValue) },
        Column("member_name", in: .programs) { .optional($0.memberName?.text) },
        Column("group", in: .programs) { .optional($0.group?.text) },
    ]

    /// Whether the visit counts, and why not; one that may still become long enough is in progress.
    private static func counted(_ visit: Visit) -> String {
        if visit.isCounted { return "yes" }
        return visit.isInProgress ? "in progress" : "no: \(visit.verdict.rawValue)"
    }

    /// So far: `1 h 05 min`.
    private static func stay(_ visit: Visit) -> String {
        let seconds = visit.enteredAt.seconds(to: visit.end)
        return Duration.spoken(seconds: Int(max(0, seconds)))
    }

    private static func json(_ runnerUp: Visit.RunnerUp) -> Cell {
        let members: [(String, Cell)] = [
            ("facility", .text(runnerUp.facility.text)), ("share", .number(runnerUp.share, decimals: 2)),
        ]
        return .object(members)
    }
}

extension ClosedRange<Timestamp> {
    /// As ISO 8601.
    fileprivate var ends: [String] { [lowerBound.iso8601, upperBound.iso8601] }

    /// As an ISO 8601 interval.
    fileprivate var interval: String { ends.joined(separator: "/") }
}
