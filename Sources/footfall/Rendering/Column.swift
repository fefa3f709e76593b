internal import VisitModel
internal import WireJSON

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
