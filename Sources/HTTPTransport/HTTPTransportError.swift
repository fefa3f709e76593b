/// A request that could not be sent, or that got no usable answer.
///
/// An answer with any status, be it 500, is no error: see ``HTTPResponse/status``.
public struct HTTPTransportError: Error, Sendable {
    /// What kind of failure it was; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case invalidURL = "invalid_url"
            case refusedAddress = "refused_address"
            case cannotResolve = "cannot_resolve"
            case cannotConnect = "cannot_connect"
            case tls
            case timedOut = "timed_out"
            case connectionLost = "connection_lost"
            case incompleteAnswer = "incomplete_answer"
            case badAnswer = "bad_answer"
            case cancelled
            case system
        }

        private let value: Value

        /// The text is no URL that a request may be sent to.
        public static let invalidURL = Code(value: .invalidURL)
        /// The address is in a range that the request may not reach.
        public static let refusedAddress = Code(value: .refusedAddress)
        /// The name of the host has no address.
        public static let cannotResolve = Code(value: .cannotResolve)
        /// Nothing listens at the address, or there is no way to it.
        public static let cannotConnect = Code(value: .cannotConnect)
        /// There was no encrypted connection: a certificate that can't be trusted, or no common protocol.
        public static let tls = Code(value: .tls)
        /// The time for the exchange, or for the connection, was over.
        public static let timedOut = Code(value: .timedOut)
        /// The connection ended before any answer.
        public static let connectionLost = Code(value: .connectionLost)
        /// The connection ended within the answer.
        public static let incompleteAnswer = Code(value: .incompleteAnswer)
        /// What came back is not HTTP, or has headers without end.
        public static let badAnswer = Code(value: .badAnswer)
        /// The task was cancelled, or the transport shut down.
        public static let cancelled = Code(value: .cancelled)
        /// The system or the library failed: no memory, no descriptors, a file that can't be read.
        public static let system = Code(value: .system)

        /// The code as it appears in reports, for instance `refused_address`.
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

extension HTTPTransportError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}

extension HTTPTransportError: Equatable {
    /// Two errors are equal when their codes are: messages may be reworded.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
