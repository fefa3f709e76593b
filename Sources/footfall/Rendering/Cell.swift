internal import VisitModel

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

    /// Text; nothing where it is `nil` or empty.
    static func optional(_ text: String?) -> Cell {
        guard let text, !text.isEmpty else { return .nothing }
        return .text(text)
    }

    /// A time; nothing where it is `nil`.
    static func optional(_ time: Timestamp?) -> Cell { time.map(Cell.time) ?? .nothing }

    /// A number; nothing where it is `nil`.
    static func optional(_ number: Double?, decimals: Int) -> Cell {
        number.map { .number($0, decimals: decimals) } ?? .nothing
    }

    /// An integer; nothing where it is `nil`.
    static func optional(_ number: Int?) -> Cell { number.map(Cell.integer) ?? .nothing }

    /// A JSON object.
    static func object(_ members: [(String, Cell)]) -> Cell {
        var text: [UInt8] = []
        JSONValue.write(members, to: &text)
        return .json(String(decoding: text, as: UTF8.self))
    }

    /// A list; nothing where it is `nil`.
    static func optional(_ texts: [String]?) -> Cell { texts.map(Cell.list) ?? .nothing }
}
