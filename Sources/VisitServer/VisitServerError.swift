/// A service that can't be begun, or had to end.
package struct VisitServerError: Error, Sendable {
    /// What kind of failure it was; stable, for programs.
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
        /// What was given is no token, or makes none.
        package static let token = Code(value: .token)

        /// What was given is no address of map tiles.
        package static let tiles = Code(value: .tiles)

        /// The code as it appears in reports, for instance `cannot_listen`.
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

extension VisitServerError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
