/// One remark on one place of a document.
///
/// Readers collect these instead of throwing at the first bad row, so that a person sees everything that is wrong with
/// a file at once and nothing good is lost.
package struct Diagnostic: Hashable, Sendable {
    /// How bad it is.
    package enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
        /// Worth knowing; the row was taken as it is.
        case note
        /// Probably a mistake; the row was taken all the same.
        case warning
        /// The row could not be used and was skipped.
        case error

        /// Orders from harmless to bad.
        package static func < (lhs: Severity, rhs: Severity) -> Bool {
            let order = allCases
            return (order.firstIndex(of: lhs) ?? 0) < (order.firstIndex(of: rhs) ?? 0)
        }
    }

    /// How bad it is.
    package let severity: Severity
    /// What kind of thing is wrong, in snake case for programs, for instance `missing_coordinate`.
    package let code: String
    /// The name of the file, as the user gave it.
    package let file: String
    /// The line the record begins on, counted from 1.
    package let line: Int
    /// The column's header, where one field is to blame.
    package let column: String?
    /// What is wrong and what was expected.
    package let message: String

    /// Makes a diagnostic.
    ///
    /// - Parameters:
    ///   - severity: how bad it is.
    ///   - code: what kind of thing is wrong, in snake case.
    ///   - file: the file's name as the user gave it.
    ///   - line: the line the record begins on, from 1.
    ///   - column: the header of the field to blame.
    ///   - message: what is wrong, what was expected.
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
    /// `file:line: column: what is wrong, what was expected`, the form editors and terminals make clickable.
    package var description: String {
        let place = column.map { "\(file):\(line): \($0)" } ?? "\(file):\(line)"
        return severity == .error ? "\(place): \(message)" : "\(place): \(severity.rawValue): \(message)"
    }
}
