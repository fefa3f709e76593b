internal import Interchange

/// Tells a person what is wrong with a file, without flooding the screen.
enum DiagnosticPrinter {
    /// How many remarks of a code are told; the rest are only counted.
    static let shownPerCode = 20

    /// The lines to tell, in the order of the file, and after them how many more there are of each code.
    ///
    /// - Parameters:
    ///   - log: the remarks, all counted.
    ///   - hint: how to see all of them.
    /// - Returns: the lines.
    static func lines(_ log: DiagnosticLog, hint: String) -> [String] {
        lines(log.entries, counts: log.countsByCode, hint: hint)
    }

    /// The same for remarks that were kept beside their counts.
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
            if rest > 0 { lines.append("... and \(rest) more of \(code)\(hint)") }
        }
        return lines
    }
}
