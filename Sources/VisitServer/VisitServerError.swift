/// An error that prevents the service from starting, or stops it.
package struct VisitServerError: Error, Sendable {
    /// The kind of error; stable, for programs.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case cannotListen = "cannot_listen"
            case alreadyServing = "already_serving"
            case certificate
            case token
            case tiles
        }

        private let value: Value

        /// The address can't be listened on.
        package static let cannotListen = Code(value: .cannotListen)
        /// Another process serves the database.
        package static let alreadyServing = Code(value: .alreadyServing)
        /// The certificate or its key can't be used.
        package static let certificate = Code(value: .certificate)
        /// The token, or a value for a new one, is invalid.
        package static let token = Code(value: .token)

        /// The address of the map tiles is invalid.
        package static let tiles = Code(value: .tiles)

        /// The code as it appears in reports, for instance `cannot_listen`.
        package var description: String { value.rawValue }
    }

    /// The kind of error.
    package let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    package let message: String
    /// The underlying error.
    package let cause: (any Error)?

    /// Makes an error.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension VisitServerError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
