/// An error because of which a document can't be read at all.
///
/// An unusable row is a `Diagnostic` and not an error: the good rows around it are kept.
package struct InterchangeError: Error, Sendable {
    /// The kind of failure; stable, for programs.
    package enum Code: String, Hashable, Sendable, CustomStringConvertible {
        case empty
        /// The bytes are not text in any supported encoding.
        case encoding
        /// The format could not be detected from the content.
        case format
        /// The header lacks a required column.
        case header
        /// A column mapping names a column or a field that is not there.
        case mapping
        /// Neither the document nor the caller names the member or phone.
        case member

        package var description: String { rawValue }
    }

    package let code: Code
    /// The error and what to do, as a sentence for a person.
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension InterchangeError: CustomStringConvertible {
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
