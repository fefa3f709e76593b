internal import VisitModel

/// Writes lines of comma-separated values (RFC 4180), with line feeds.
enum CSVText {
    /// Writes a line.
    static func write(_ fields: [String], to buffer: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            write(field, to: &buffer)
        }
        buffer.append(UInt8(ascii: "\n"))
    }

    /// Writes a field, quoted where needed.
    private static func write(_ field: String, to buffer: inout [UInt8]) {
        let needsQuotes = field.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes else {
            buffer.append(contentsOf: field.utf8)
            return
        }
        buffer.append(0x22)
        for byte in field.utf8 {
            if byte == 0x22 { buffer.append(0x22) }
            buffer.append(byte)
        }
        buffer.append(0x22)
    }
}

extension Cell {
    /// The value as a CSV field: exact, times as ISO 8601 in UTC, a list's texts joined by semicolons.
    var forCSV: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number, _): JSONValue.text(of: number)
        case .time(let time): time.iso8601
        case .flag(let flag): flag ? "true" : "false"
        case .list(let texts): texts.joined(separator: ";")
        case .json(let document): document
        case .nothing: ""
        }
    }
}
