extension ScheduleExplanation {
    /// The explanation for a terminal, in lines that each end with a line feed.
    package var text: String {
        var lines = ["At \(time.local) (\(time.utc)) in \(timeZone)", ""]
        for (index, entry) in entries.enumerated() {
            lines.append("\(index + 1). \(entry.entry)")
            lines.append("   \(entry.meaning)")
            lines.append(contentsOf: entry.remarks.map { "   Note: \($0.message)" })
        }
        lines.append(contentsOf: entries.isEmpty ? ["No entries: tracking is never on"] : [""] + courseLines)
        return lines.joined(separator: "\n") + "\n"
    }

    private var courseLines: [String] {
        if let mode = now.mode, let entry = now.entry {
            return ["Now: \(mode.words), by `\(entry)`"] + nextLines
        }
        return ["Now: no tracking"] + nextLines
    }

    private var nextLines: [String] {
        guard !next.isEmpty else { return ["Next: nothing changes any more"] }
        let width = next.map(\.time.local.count).max() ?? 0
        return ["Next:"]
            + next.map { edge in
                let room = String(repeating: " ", count: width - edge.time.local.count)
                return "   \(edge.time.local)\(room)  \(edge.time.utc)  \(edge.change)"
            }
    }
}
