/// A service that can't be begun, or had to end.
public struct VisitServerError: Error, Sendable {
    /// What kind of failure it was; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case cannotListen = "cannot_listen"
            case alreadyServing = "already_serving"
            case certificate
            case token
            case tiles
        }

        private let value: Value

        /// The address can't be listened on.
        public static let cannotListen = Code(value: .cannotListen)
        /// Another process serves the database.
        public static let alreadyServing = Code(value: .alreadyServing)
        /// The certificate or its key can't be used.
        public static let certificate = Code(value: .certificate)
        /// What was given is no token, or makes none.
        public static let token = Code(value: .token)

        /// What was given is no address of map tiles.
        public static let tiles = Code(value: .tiles)

        /// The code as it appears in reports, for instance `cannot_listen`.
        public var description: String { value.rawValue }
    }

    /// What kind of failure it was.
    public let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    public let message: String
    /// The failure underneath, where there was one.
    public let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it was.
    ///   - message: what is wrong and what to do.
    ///   - cause: the failure underneath.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension VisitServerError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}
