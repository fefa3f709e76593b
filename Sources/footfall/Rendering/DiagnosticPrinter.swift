internal import Interchange

/// Formats the diagnostics of a file without flooding the screen.
enum DiagnosticPrinter {
    /// How many diagnostics of a code are printed; the rest are only counted.
    static let shownPerCode = 20

    /// The lines to print, in the order of the file, and then the number of further diagnostics of each code.
    static func lines(_ log: DiagnosticLog, hint: String) -> [String] {
        lines(log.entries, counts: log.countsByCode, hint: hint)
    }

    static func lines(_ entries: [Diagnostic], counts: [String: Int], hint: String) -> [String] {
        var shown: [String: Int] = [:]
        var lines: [String] = []
        for entry in entries {
            let number = shown[entry.code, default: 0]
            guard number < shownPerCode else { continue }
            shown[entry.code] = number + 1
            lines.append(entry.description)
        }
        for (code, count) in counts.sorted(by: { $0.key < $1.key }) {
            let rest = count - shown[code, default: 0]
            if rest > 0 { lines.append("... and \(rest) more \(code)\(hint)") }
        }
        return lines
    }
}
