/// Rows of texts set as a table, its columns as wide as their widest text.
struct TableText {
    private let titles: [String]
    private let rightAligned: [Bool]
    private var widths: [Int]
    private var rows: [[String]] = []
    private var hasTitles = false

    /// What stands between two columns.
    private static let gap = "  "

    init(titles: [String], rightAligned: [Bool]) {
        self.titles = titles.map { $0.uppercased() }
        self.rightAligned = rightAligned
        self.widths = self.titles.map(\.count)
    }

    /// How many rows wait.
    var rowCount: Int { rows.count }

    /// Adds a row; ends of lines and other control characters become blanks, so that a row stays a line and a name from a
    /// file can't steer the terminal.
    mutating func add(_ row: [String]) {
        let row = row.map { text in
            text.contains(where: Self.isControl) ? String(text.map { Self.isControl($0) ? " " : $0 }) : text
        }
        for (index, text) in row.enumerated() {
            widths[index] = max(widths[index], text.count)
        }
        rows.append(row)
    }

    /// Writes the rows that wait, the first time below their titles.
    mutating func flush(to buffer: inout [UInt8]) {
        if !hasTitles { write(titles, to: &buffer) }
        hasTitles = true
        for row in rows { write(row, to: &buffer) }
        rows.removeAll(keepingCapacity: true)
    }

    private static func isControl(_ character: Character) -> Bool {
        character.isNewline || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    private func write(_ row: [String], to buffer: inout [UInt8]) {
        var line = ""
        for (index, text) in row.enumerated() {
            let padding = String(repeating: " ", count: widths[index] - text.count)
            if index > 0 { line += Self.gap }
            line += rightAligned[index] ? padding + text : text + padding
        }
        while line.last == " " { line.removeLast() }
        buffer.append(contentsOf: line.utf8)
        buffer.append(UInt8(ascii: "\n"))
    }
}
