/// A document that can't be read at all.
///
/// A row that can't be used is a `Diagnostic` and not an error: the good rows around it are kept.
package struct InterchangeError: Error, Sendable {
    /// What kind of failure it was; stable, for programs.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case empty, encoding, format, header, mapping, member
        }

        private let value: Value

        /// There is nothing in the document.
        package static let empty = Code(value: .empty)
        /// The bytes are not text in any encoding read here.
        package static let encoding = Code(value: .encoding)
        /// The format could not be told from the content.
        package static let format = Code(value: .format)
        /// The header lacks a column that is needed.
        package static let header = Code(value: .header)
        /// A column mapping names a column or a field that is not there.
        package static let mapping = Code(value: .mapping)
        /// Nothing in the document, and nothing given beside it, says whose it is.
        package static let member = Code(value: .member)

        /// The code as it appears in reports, for instance `header`.
        package var description: String { value.rawValue }
    }

    /// What kind of failure it was.
    package let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    package let message: String
    /// The failure underneath, where there was one.
    package let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it was.
    ///   - message: what is wrong and what to do.
    ///   - cause: the failure underneath.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension InterchangeError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
