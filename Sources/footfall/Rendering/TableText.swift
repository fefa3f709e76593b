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

    /// Adds a row; a text's ends of lines become blanks, so that a row stays a line.
    mutating func add(_ row: [String]) {
        let row = row.map { text in
            text.contains(where: \.isNewline) ? String(text.map { $0.isNewline ? " " : $0 }) : text
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
