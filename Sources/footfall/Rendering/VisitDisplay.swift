internal import VisitModel
internal import WireJSON

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
        Column("counted", "counted", in: [.table]) { .text(counted($0)) },
        Column("confidence", "confidence", in: [.table], isRightAligned: true) { visit in
            visit.assessment.map { .number($0.confidence, decimals: 2) } ?? .text("-")
        },
        Column("month") { .text($0.month.description) },
        Column("visit", in: [.table]) { .text($0.id.text) },
        Column("verdict", in: .programs) { .text($0.verdict.rawValue) },
        Column("confidence", in: .programs) { .optional($0.assessment?.confidence, decimals: 2) },
        Column("proven_seconds", in: .programs) { .optional($0.assessment?.provenSeconds) },
        Column("bridged_seconds", in: .programs) { .optional($0.assessment?.bridgedSeconds) },
        Column("entered_between", in: [.json]) { .optional($0.assessment?.enteredBetween.ends) },
        Column("entered_between", in: [.csv]) { .optional($0.assessment?.enteredBetween.interval) },
        Column("exited_between", in: [.json]) { .optional($0.assessment?.exitedBetween?.ends) },
        Column("exited_between", in: [.csv]) { .optional($0.assessment?.exitedBetween?.interval) },
        Column("runner_up", in: [.json]) { $0.assessment?.runnerUp.map(json) ?? .nothing },
        Column("runner_up", in: [.csv]) { .optional($0.assessment?.runnerUp?.facility.text) },
        Column("runner_up_share", in: [.csv]) { .optional($0.assessment?.runnerUp?.share, decimals: 2) },
        Column("why", in: [.json]) { .list($0.assessment?.reasons.map(\.sentence) ?? []) },
        Column("depth_m", in: [.json]) { .number($0.depthMeters, decimals: 1) },
        Column("doubts", in: [.json]) { .list($0.doubts.names) },
        Column("fixes_inside", in: [.json]) { .integer($0.fixesInside) },
        Column("last_proof_at", in: [.json]) { .time($0.lastProofAt) },
        Column("local_date", in: [.json]) { .text($0.localDate.description) },
        Column("policy_version", in: [.json]) { .text($0.policyVersion) },
    ]

    /// Whether the visit counts, and why not; one that may still become long enough is in progress.
    private static func counted(_ visit: Visit) -> String {
        if visit.isCounted { return "yes" }
        return visit.isInProgress ? "in progress" : "no: \(visit.verdict.rawValue)"
    }

    /// So far: `1 h 05 min`.
    private static func stay(_ visit: Visit) -> String {
        let seconds = visit.enteredAt.seconds(to: visit.exitedAt ?? visit.lastProofAt)
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

extension Duration {
    /// `45 s`, `12 min`, `1 h 05 min`.
    static func spoken(seconds: Int) -> String {
        let minutes = seconds / 60
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(minutes) min"
        default: "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
        }
    }
}

/// One column of a report: its name in each format, and its value in a row.
struct Column<Row>: Sendable {
    /// In JSON and CSV, in snake case; stable, because programs read it.
    let key: String
    /// In tables.
    let title: String
    let formats: Set<ReportFormat>
    let isRightAligned: Bool
    let cell: @Sendable (Row) -> Cell

    /// Without a title, a table uses the key.
    init(
        _ key: String,
        _ title: String = "",
        in formats: Set<ReportFormat> = [.table, .json, .csv],
        isRightAligned: Bool = false,
        _ cell: @escaping @Sendable (Row) -> Cell
    ) {
        self.key = key
        self.title = title.isEmpty ? key : title
        self.formats = formats
        self.isRightAligned = isRightAligned
        self.cell = cell
    }
}

extension Set<ReportFormat> {
    static var programs: Set<ReportFormat> { [.json, .csv] }
}

/// One value of a report, independent of the format.
enum Cell: Hashable {
    case text(String)
    case integer(Int)
    /// A number with the count of decimals to display.
    case number(Double, decimals: Int)
    case time(Timestamp)
    case flag(Bool)
    case list([String])
    /// A JSON document, written unchanged.
    case json(String)
    case nothing

    /// Nothing where the text is `nil` or empty.
    static func optional(_ text: String?) -> Cell {
        guard let text, !text.isEmpty else { return .nothing }
        return .text(text)
    }

    static func optional(_ time: Timestamp?) -> Cell { time.map(Cell.time) ?? .nothing }

    static func optional(_ number: Double?, decimals: Int) -> Cell {
        number.map { .number($0, decimals: decimals) } ?? .nothing
    }

    static func optional(_ number: Int?) -> Cell { number.map(Cell.integer) ?? .nothing }

    static func object(_ members: [(String, Cell)]) -> Cell {
        .json(String(decoding: JSONBytes.object(members), as: UTF8.self))
    }

    static func optional(_ texts: [String]?) -> Cell { texts.map(Cell.list) ?? .nothing }
}

extension Cell {
    var forPeople: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number, let decimals): Self.rounded(number, decimals)
        case .time(let time): Self.spoken(time)
        case .flag(let flag): flag ? "yes" : "no"
        case .list(let texts): texts.joined(separator: ", ")
        case .json(let document): document
        case .nothing: ""
        }
    }

    /// A time in UTC without fractions and separators for programs: `2024-03-01 06:09:38`.
    private static func spoken(_ time: Timestamp) -> String {
        String(time.iso8601.prefix { $0 != "." && $0 != "Z" }.map { $0 == "T" ? " " : $0 })
    }

    /// A number with a fixed count of decimals, halves rounded away from zero.
    static func rounded(_ number: Double, _ decimals: Int) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return number.description }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let whole = Int((number * scale).rounded())
        guard decimals > 0 else { return String(whole) }
        let digits = String(abs(whole))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
