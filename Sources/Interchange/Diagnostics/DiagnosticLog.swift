/// The remarks on a document, all counted, and the first of them kept.
package struct DiagnosticLog: Sendable {
    /// The remarks kept, in the order they were found.
    package private(set) var entries: [Diagnostic] = []
    /// How many remarks there are by code, kept or not.
    package private(set) var countsByCode: [String: Int] = [:]
    /// How many remarks there are by severity, kept or not.
    package private(set) var countsBySeverity: [Diagnostic.Severity: Int] = [:]
    /// The most remarks kept.
    package let limit: Int

    /// Makes an empty log.
    ///
    /// - Parameter limit: the most remarks kept, so that a million bad rows do not fill the memory; all are counted.
    package init(limit: Int = 100_000) {
        self.limit = limit
    }

    /// Adds a remark.
    ///
    /// - Parameter diagnostic: the remark.
    package mutating func append(_ diagnostic: Diagnostic) {
        countsByCode[diagnostic.code, default: 0] += 1
        countsBySeverity[diagnostic.severity, default: 0] += 1
        if entries.count < limit {
            entries.append(diagnostic)
        }
    }

    /// How many remarks there are of a severity, kept or not.
    ///
    /// - Parameter severity: the severity asked for.
    package subscript(severity: Diagnostic.Severity) -> Int { countsBySeverity[severity] ?? 0 }

    /// How many remarks were counted and not kept.
    package var omittedCount: Int { countsBySeverity.values.reduce(0, +) - entries.count }
}
