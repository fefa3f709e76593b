internal import WireJSON

/// The result of an import of a file, as JSON for programs.
///
/// Keys are in snake case and sorted, and the diagnostics are in the order of their lines.
package struct DiagnosticReport: Sendable {
    /// The name of the file, as the user gave it.
    package var file: String
    /// Numbers by name in snake case, for instance `records` and `added`.
    package var counts: [String: Int]
    /// The number of facilities that kept a stored value, by the field's name.
    package var kept: [String: Int]
    /// The header of each field's column, by the field's name.
    package var mapping: [String: String]
    /// The headers of the unused columns, in the order of the file.
    package var ignoredColumns: [String]
    package var diagnostics: DiagnosticLog

    package init(
        file: String,
        counts: [String: Int],
        kept: [String: Int] = [:],
        mapping: [String: String],
        ignoredColumns: [String],
        diagnostics: DiagnosticLog
    ) {
        self.file = file
        self.counts = counts
        self.kept = kept
        self.mapping = mapping
        self.ignoredColumns = ignoredColumns
        self.diagnostics = diagnostics
    }

    /// The report as JSON in UTF-8, ending with a line feed.
    package var json: [UInt8] {
        var json = JSONBytes(style: .spaced)
        json.openObject()
        json.breakLine(indentation: 2)
        json.counts("counts", counts)
        json.breakLine(indentation: 2)
        json.object("diagnostic_counts") {
            let severities = Diagnostic.Severity.allCases.map { ($0.rawValue, diagnostics[$0]) }
            $0.counts("by_code", diagnostics.countsByCode)
            $0.counts("by_severity", Dictionary(uniqueKeysWithValues: severities))
            $0.member("omitted", diagnostics.omittedCount)
        }
        json.breakLine(indentation: 2)
        let ordered = diagnostics.entries.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        json.openList("diagnostics")
        for (_, diagnostic) in ordered {
            json.breakLine(indentation: 4)
            json.diagnostic(diagnostic)
        }
        if !ordered.isEmpty { json.breakLine(indentation: 2) }
        json.closeList()
        json.breakLine(indentation: 2)
        json.member("file", file)
        json.breakLine(indentation: 2)
        json.list("ignored_columns", of: ignoredColumns) { $0.text($1) }
        json.breakLine(indentation: 2)
        json.counts("kept", kept)
        json.breakLine(indentation: 2)
        json.object("mapping") {
            for (field, header) in mapping.sorted(by: { $0.key < $1.key }) {
                $0.key(field)
                $0.text(header)
            }
        }
        json.breakLine()
        json.closeObject()
        return json.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONBytes {
    fileprivate mutating func diagnostic(_ diagnostic: Diagnostic) {
        openObject()
        member("code", diagnostic.code)
        key("column")
        if let column = diagnostic.column { text(column) } else { null() }
        member("file", diagnostic.file)
        member("line", diagnostic.line)
        member("message", diagnostic.message)
        member("severity", diagnostic.severity.rawValue)
        closeObject()
    }

    fileprivate mutating func counts(_ key: StaticString, _ counts: [String: Int]) {
        openObject(key)
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            self.key(name)
            integer(Int64(count))
        }
        closeObject()
    }
}

/// The diagnostics of a document, all counted, and the first of them kept.
package struct DiagnosticLog: Sendable {
    /// The kept diagnostics, in the order in which they were found.
    package private(set) var entries: [Diagnostic] = []
    package private(set) var countsByCode: [String: Int] = [:]
    package private(set) var countsBySeverity: [Diagnostic.Severity: Int] = [:]
    /// The largest number of diagnostics kept, so that a million bad rows do not fill the memory.
    package let limit: Int

    package static let standardLimit = 100_000

    package init(limit: Int = standardLimit) { self.limit = limit }

    /// Counts diagnostics that are not kept.
    package mutating func count(_ severity: Diagnostic.Severity, code: String, _ number: Int) {
        countsByCode[code, default: 0] += number
        countsBySeverity[severity, default: 0] += number
    }

    package mutating func append(_ diagnostic: Diagnostic) {
        countsByCode[diagnostic.code, default: 0] += 1
        countsBySeverity[diagnostic.severity, default: 0] += 1
        if entries.count < limit { entries.append(diagnostic) }
    }

    mutating func append(contentsOf diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { append(diagnostic) }
    }

    package subscript(severity: Diagnostic.Severity) -> Int { countsBySeverity[severity] ?? 0 }
    package var omittedCount: Int { countsBySeverity.values.reduce(0, +) - entries.count }
}
