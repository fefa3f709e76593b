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
