internal import PhoneDoctor
internal import SimulationLab
internal import Tables
internal import VisitModel

struct FindingDisplay {
    private let history: CaseHistory
    private let findings: [Finding]
    private let clock: LocalClock

    init(_ history: CaseHistory) {
        self.history = history
        self.findings = Doctor.findings(in: history)
        self.clock = LocalClock(history.timeZone, showing: history.span)
    }

    func write(_ format: SimulationFormat, to console: Console) throws {
        switch format {
        case .json:
            var report = Report(Self.columns, .json, to: console.output)
            for finding in findings { try report.add(finding) }
            try report.end()
        case .table:
            for line in lines { try console.print(line) }
        }
    }

    private static let columns: [Column<Finding>] = [
        Column("symptom", in: .programs) { .text($0.symptom.rawValue) },
        Column("weight", in: .programs) { .text($0.weight.rawValue) },
        Column("title", in: .programs) { .text($0.title) },
        Column("cause", in: .programs) { .text($0.cause) },
        Column("advice", in: .programs) { .text($0.advice) },
        Column("evidence", in: .programs) { finding in
            .list(finding.evidence.map { "\($0.time.iso8601) \($0.text)" })
        },
    ]

    var page: FindingPage { FindingPage(history: history, findings: findings, heading: heading) }

    private var lines: [String] { [heading] + findings.flatMap(lines) }

    private var heading: String {
        let events = history.events.count
        let span = "\(clock.span), \(CountText.of(events, "event"))"
        guard !findings.isEmpty else { return "Healthy: no problems found (\(span))." }
        let problems = findings.count { $0.weight == .problem }
        return problems == 0
            ? "Healthy, with problems that were recovered (\(span))."
            : "\(CountText.of(problems, "problem")) (\(span))."
    }

    /// For each finding.
    private static let shownEvidence = 8

    private func lines(_ finding: Finding) -> [String] {
        let source =
            switch finding.symptom.source {
            case .gymVisits: "Gym Visits troubleshooting"
            case .field(let number): "field complaint \(number)"
            }
        let heading = "\(finding.weight == .problem ? "PROBLEM" : "NOTE")  \(finding.title)"
        let rest = finding.evidence.count - Self.shownEvidence
        return ["", "\(heading) (\(finding.symptom.rawValue), \(source))"]
            + finding.evidence.prefix(Self.shownEvidence).map { "  seen    \(clock.text($0.time))  \($0.text)" }
            + (rest > 0 ? ["          and \(rest) more"] : [])
            + ["  likely  \(finding.cause)", "  do      \(finding.advice)"]
    }
}
