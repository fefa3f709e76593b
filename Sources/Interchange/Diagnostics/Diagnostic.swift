/// A note, warning or error about one place of a document.
///
/// Readers collect these instead of throwing at the first bad row, so that a person sees all errors of a file at once
/// and no good row is lost.
package struct Diagnostic: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
        /// Information; the row was used unchanged.
        case note
        /// Probably an error; the row was used all the same.
        case warning
        /// The row could not be used and was skipped.
        case error

        package static func < (lhs: Severity, rhs: Severity) -> Bool {
            let order = allCases
            return (order.firstIndex(of: lhs) ?? 0) < (order.firstIndex(of: rhs) ?? 0)
        }
    }

    package let severity: Severity
    /// The kind of problem, in snake case for programs, for instance `missing_coordinate`.
    package let code: String
    /// The name of the file, as the user gave it.
    package let file: String
    /// The line the record begins on, counted from 1.
    package let line: Int
    /// The column's header, where one field is at fault.
    package let column: String?
    /// The problem and what was expected.
    package let message: String

    package init(_ severity: Severity, code: String, file: String, line: Int, column: String? = nil, message: String) {
        self.severity = severity
        self.code = code
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The form `file:line: column: problem, expectation`, which editors and terminals make clickable.
    package var description: String {
        let place = column.map { "\(file):\(line): \($0)" } ?? "\(file):\(line)"
        return severity == .error ? "\(place): \(message)" : "\(place): \(severity.rawValue): \(message)"
    }
}
