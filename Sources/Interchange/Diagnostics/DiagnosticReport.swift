/// The result of an import of a file, as JSON for programs.
///
/// Keys are in snake case and sorted, and the diagnostics are in the order of their lines.
package struct DiagnosticReport: Sendable {
    /// The name of the file, as the user gave it.
    package var file: String
    /// Numbers by name in snake case, for instance `records` and `added`.
    package var counts: [String: Int]
    /// The header of each field's column.
    package var mapping: [String: String]
    /// The headers of the unused columns, in the order of the file.
    package var ignoredColumns: [String]
    /// The diagnostics.
    package var diagnostics: DiagnosticLog

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - file: the file's name as the user gave it.
    ///   - counts: numbers by name in snake case.
    ///   - mapping: the header of each field's column, by the field's name.
    ///   - ignoredColumns: the headers of the unused columns.
    ///   - diagnostics: the diagnostics.
    package init(
        file: String,
        counts: [String: Int],
        mapping: [String: String],
        ignoredColumns: [String],
        diagnostics: DiagnosticLog
    ) {
        self.file = file
        self.counts = counts
        self.mapping = mapping
        self.ignoredColumns = ignoredColumns
        self.diagnostics = diagnostics
    }

    /// The report as JSON in UTF-8, ending with a line feed.
    package var json: [UInt8] {
        var json = JSONText()
        json.raw("{\n  \"counts\": {")
        Self.write(counts, into: &json) { $0.number($1) }
        json.raw("},\n  \"diagnostic_counts\": {\"by_code\": {")
        Self.write(diagnostics.countsByCode, into: &json) { $0.number($1) }
        json.raw("}, \"by_severity\": {")
        let severities = Diagnostic.Severity.allCases.map { ($0.rawValue, diagnostics[$0]) }
        Self.write(Dictionary(uniqueKeysWithValues: severities), into: &json) { $0.number($1) }
        json.raw("}, \"omitted\": ")
        json.number(diagnostics.omittedCount)
        json.raw("},\n  \"diagnostics\": [")
        let ordered = diagnostics.entries.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        for (index, entry) in ordered.enumerated() {
            if index > 0 { json.raw(",") }
            json.raw("\n    ")
            Self.write(entry.element, into: &json)
        }
        if !ordered.isEmpty { json.raw("\n  ") }
        json.raw("],\n  \"file\": ")
        json.string(file)
        json.raw(",\n  \"ignored_columns\": [")
        for (index, header) in ignoredColumns.enumerated() {
            if index > 0 { json.raw(", ") }
            json.string(header)
        }
        json.raw("],\n  \"mapping\": {")
        Self.write(mapping, into: &json) { $0.string($1) }
        json.raw("}\n}\n")
        return json.bytes
    }

    private static func write(_ diagnostic: Diagnostic, into json: inout JSONText) {
        json.raw("{\"code\": ")
        json.string(diagnostic.code)
        json.raw(", \"column\": ")
        if let column = diagnostic.column {
            json.string(column)
        } else {
            json.raw("null")
        }
        json.raw(", \"file\": ")
        json.string(diagnostic.file)
        json.raw(", \"line\": ")
        json.number(diagnostic.line)
        json.raw(", \"message\": ")
        json.string(diagnostic.message)
        json.raw(", \"severity\": ")
        json.string(diagnostic.severity.rawValue)
        json.raw("}")
    }

    private static func write<Value>(
        _ values: [String: Value],
        into json: inout JSONText,
        _ body: (inout JSONText, Value) -> Void
    ) {
        for (index, entry) in values.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { json.raw(", ") }
            json.string(entry.key)
            json.raw(": ")
            body(&json, entry.value)
        }
    }
}

/// The diagnostics of a document, all counted, and the first of them kept.
package struct DiagnosticLog: Sendable {
    /// The kept diagnostics, in the order in which they were found.
    package private(set) var entries: [Diagnostic] = []
    /// The number of diagnostics by code, kept or not.
    package private(set) var countsByCode: [String: Int] = [:]
    /// The number of diagnostics by severity, kept or not.
    package private(set) var countsBySeverity: [Diagnostic.Severity: Int] = [:]
    /// The largest number of diagnostics kept.
    package let limit: Int

    /// Creates an empty log.
    ///
    /// - Parameter limit: the largest number of diagnostics kept, so that a million bad rows do not fill the memory;
    ///   all are counted.
    package init(limit: Int = 100_000) {
        self.limit = limit
    }

    /// Adds a diagnostic.
    package mutating func append(_ diagnostic: Diagnostic) {
        countsByCode[diagnostic.code, default: 0] += 1
        countsBySeverity[diagnostic.severity, default: 0] += 1
        if entries.count < limit {
            entries.append(diagnostic)
        }
    }

    /// The number of diagnostics of a severity, kept or not.
    package subscript(severity: Diagnostic.Severity) -> Int { countsBySeverity[severity] ?? 0 }

    /// The number of diagnostics counted but not kept.
    package var omittedCount: Int { countsBySeverity.values.reduce(0, +) - entries.count }
}
