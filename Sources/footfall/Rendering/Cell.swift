internal import VisitModel

/// One value of a report, before it is written in one of the formats.
enum Cell: Hashable {
    case text(String)
    case integer(Int)
    /// A number, and how many digits behind the point a person wants to see.
    case number(Double, decimals: Int)
    case time(Timestamp)
    case flag(Bool)
    case list([String])
    /// A JSON document, which is written as it is.
    case json(String)
    case nothing

    /// A text, or nothing where there is none or it is empty.
    static func optional(_ text: String?) -> Cell {
        guard let text, !text.isEmpty else { return .nothing }
        return .text(text)
    }

    /// A time, or nothing where there is none.
    static func optional(_ time: Timestamp?) -> Cell { time.map(Cell.time) ?? .nothing }

    /// A number, or nothing where there is none.
    static func optional(_ number: Double?, decimals: Int) -> Cell {
        number.map { .number($0, decimals: decimals) } ?? .nothing
    }

    /// A whole number, or nothing where there is none.
    static func optional(_ number: Int?) -> Cell { number.map(Cell.integer) ?? .nothing }

    /// An object of JSON.
    static func object(_ members: [(String, Cell)]) -> Cell {
        var text: [UInt8] = []
        JSONValue.write(members, to: &text)
        return .json(String(decoding: text, as: UTF8.self))
    }

    /// A list, or nothing where there is none.
    static func optional(_ texts: [String]?) -> Cell { texts.map(Cell.list) ?? .nothing }
}
