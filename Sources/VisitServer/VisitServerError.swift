/// An error that prevents the service from starting, or stops it.
package struct VisitServerError: Error, Sendable {
    /// Stable, for programs.
    package enum Code: String, Hashable, Sendable, CustomStringConvertible {
        /// The address can't be listened on.
        case cannotListen = "cannot_listen"
        /// Another process serves the database.
        case alreadyServing = "already_serving"
        /// The certificate or its key can't be used.
        case certificate
        /// The token, or a value for a new one, is invalid.
        case token

        /// The address of the map tiles is invalid.
        case tiles

        package var description: String { rawValue }
    }

    package let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension VisitServerError: CustomStringConvertible {
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
