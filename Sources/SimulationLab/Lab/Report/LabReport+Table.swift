extension LabReport {
    /// The longest line of a table for a terminal, in characters.
    private static let widestLine = 120

    /// The report as a table for a terminal, with a row for each metric, and the sets side by side in blocks that fit.
    ///
    /// - Returns: lines with their line breaks.
    package func table() -> String {
        var text = "\(title)\n\(subject); \(trueVisits) true visits.\n"
        text += "In parentheses 95 % intervals over members. "
        text += sets.count > 1 ? "* differs significantly from \(sets[0].name).\n" : "\n"
        let labels = rows.map(\.metric.label)
        let columns = sets.indices.map { set in [sets[set].name] + rows.map { cell($0, set) } }
        let widths = columns.map { $0.map(\.count).max() ?? 0 }
        let labelWidth = labels.map(\.count).max() ?? 0
        for block in blocks(widths, after: labelWidth) {
            text += "\n" + line("", block.map { columns[$0][0] }, block.map { widths[$0] }, labelWidth)
            for (index, row) in rows.enumerated() {
                if index == 0 || rows[index - 1].metric.group != row.metric.group {
                    text += "\(row.metric.group.rawValue.uppercased())\n"
                }
                text += line(labels[index], block.map { columns[$0][index + 1] }, block.map { widths[$0] }, labelWidth)
            }
        }
        return text
    }

    /// A number with its interval, and a star where it differs significantly from the first set's.
    private func cell(_ row: Row, _ set: Int) -> String {
        guard let estimate = row.estimates[set] else { return "–" }
        let decimals = row.metric.decimals
        let star = row.differences[set]?.isClear == true ? "*" : ""
        return "\(LabNumber.text(estimate.value, decimals))\(star) (\(LabNumber.interval(estimate, decimals)))"
    }

    /// The sets of each block, side by side.
    private func blocks(_ widths: [Int], after labelWidth: Int) -> [[Int]] {
        var blocks: [[Int]] = []
        var length = Int.max
        for (set, width) in widths.enumerated() {
            if length == .max || length + 2 + width > Self.widestLine {
                blocks.append([])
                length = labelWidth
            }
            blocks[blocks.count - 1].append(set)
            length += 2 + width
        }
        return blocks
    }

    private func line(_ label: String, _ cells: [String], _ widths: [Int], _ labelWidth: Int) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let line = zip(cells, widths).reduce(padded(label, labelWidth)) { $0 + "  " + padded($1.0, $1.1) }
        var rest = Substring(line)
        while rest.last == " " { rest.removeLast() }
        return rest + "\n"
    }
}
