internal import VisitModel

package enum CountText {
    /// `1 fix`, `2 fixes`; without `many`, the plural ends in s.
    package static func of(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }
}

/// Formats rows as a table, each column as wide as its widest text.
package struct TableText {
    private let titles: [String]
    private let rightAligned: [Bool]
    private var widths: [Int]
    private var rows: [[String]] = []
    private var hasTitles = false

    private static let gap = "  "

    /// `widths` are minimum widths, for rows that are written as they are added; empty for no minimum.
    package init(titles: [String], rightAligned: [Bool], widths: [Int] = []) {
        self.titles = titles.map { $0.uppercased() }
        self.rightAligned = rightAligned
        self.widths = self.titles.map(\.count)
        for (index, width) in widths.enumerated() { self.widths[index] = max(self.widths[index], width) }
    }

    package var rowCount: Int { rows.count }

    /// Adds a row.
    ///
    /// Line breaks and other control characters become spaces, so that a row stays a line and a name from a file can't
    /// control the terminal. Characters that hide or reorder others become visible escapes.
    package mutating func add(_ row: [String]) {
        let row = row.map(Self.oneLine)
        for (index, text) in row.enumerated() { widths[index] = max(widths[index], text.count) }
        rows.append(row)
    }

    /// Writes the buffered rows, the first time below their titles.
    package mutating func flush(to buffer: inout [UInt8]) {
        if !hasTitles { write(titles, to: &buffer) }
        hasTitles = true
        for row in rows { write(row, to: &buffer) }
        rows.removeAll(keepingCapacity: true)
    }

    /// Replaces the controls of ASCII and line breaks by spaces, and hidden characters by escapes such as `\u{202E}`.
    package static func oneLine(_ text: String) -> String {
        let text = HiddenCharacters.shown(in: text)
        return text.contains(where: isControl) ? String(text.map { isControl($0) ? " " : $0 }) : text
    }

    /// The same for a text that may have several lines.
    package static func lines(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { oneLine(String($0)) }.joined(separator: "\n")
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
