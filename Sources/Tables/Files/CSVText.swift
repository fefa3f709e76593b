/// Writes lines of comma-separated values (RFC 4180), with line feeds.
package enum CSVText {
    package static func write(_ fields: [String], to buffer: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            write(field, to: &buffer)
        }
        buffer.append(UInt8(ascii: "\n"))
    }

    /// Quotes the field where needed.
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

extension CSVText {
    /// Returns a text that no spreadsheet takes for a formula: behind an apostrophe where it begins like one.
    ///
    /// OWASP, CSV Injection: the signs `=`, `+`, `-`, `@`, a tab or a carriage return at the beginning.
    static func defused(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, ["=", "+", "-", "@", "\t", "\r", "\n"].contains(first) else {
            return text
        }
        return "'" + text
    }
}

extension Cell {
    /// As `forCSV`, with texts that no spreadsheet takes for formulas; numbers stay numbers.
    var defusedForCSV: String {
        switch self {
        case .text, .list, .json: CSVText.defused(forCSV)
        case .integer, .number, .time, .flag, .nothing, .clock, .day: forCSV
        }
    }
}
