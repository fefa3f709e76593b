package import VisitModel
internal import WireJSON

/// One value of a report, independent of the format.
package enum Cell: Hashable, Sendable {
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
    /// A day and a time of a facility's clocks, in seconds after midnight.
    case clock(CivilDate, second: Int)
    case day(CivilDate)

    /// Nothing where the text is `nil` or empty.
    package static func optional(_ text: String?) -> Cell {
        guard let text, !text.isEmpty else { return .nothing }
        return .text(text)
    }

    package static func optional(_ time: Timestamp?) -> Cell { time.map(Cell.time) ?? .nothing }

    /// A day and a time of the clocks of a time zone.
    package static func local(_ time: Timestamp?, in zone: TimeZoneName) -> Cell {
        time.map { .clock($0.localDate(in: zone), second: $0.secondOfDay(in: zone)) } ?? .nothing
    }

    package static func optional(_ day: CivilDate?) -> Cell { day.map(Cell.day) ?? .nothing }

    package static func optional(_ number: Double?, decimals: Int) -> Cell {
        number.map { .number($0, decimals: decimals) } ?? .nothing
    }

    package static func optional(_ number: Int?) -> Cell { number.map(Cell.integer) ?? .nothing }

    package static func object(_ members: [(String, Cell)]) -> Cell {
        .json(String(decoding: JSONBytes.object(members), as: UTF8.self))
    }

    package static func optional(_ texts: [String]?) -> Cell { texts.map(Cell.list) ?? .nothing }
}

extension Cell {
    package var forPeople: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number, let decimals): Self.rounded(number, decimals)
        case .time(let time): Self.spoken(time)
        case .flag(let flag): flag ? "yes" : "no"
        case .list(let texts): texts.joined(separator: ", ")
        case .json(let document): document
        case .clock(let day, let second): "\(day) \(Self.clockText(second).prefix(5))"
        case .day(let day): day.description
        case .nothing: ""
        }
    }

    /// `18:00:05`.
    static func clockText(_ second: Int) -> String {
        [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// A time in UTC without fractions and separators for programs: `2024-03-01 06:09:38`.
    private static func spoken(_ time: Timestamp) -> String {
        String(time.iso8601.prefix { $0 != "." && $0 != "Z" }.map { $0 == "T" ? " " : $0 })
    }

    /// A number with a fixed count of decimals, halves rounded away from zero.
    package static func rounded(_ number: Double, _ decimals: Int) -> String {
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

extension Cell {
    /// The value as a CSV field: exact, times as ISO 8601 in UTC, a list's texts joined by semicolons.
    package var forCSV: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number, _): JSONBytes.text(of: number)
        case .time(let time): time.iso8601
        case .flag(let flag): flag ? "true" : "false"
        case .list(let texts): texts.joined(separator: ";")
        case .json(let document): document
        case .clock(let day, let second): "\(day)T\(Self.clockText(second))"
        case .day(let day): day.description
        case .nothing: ""
        }
    }
}
