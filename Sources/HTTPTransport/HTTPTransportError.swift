/// A request that could not be sent, or that got no usable response.
///
/// A response with any status, even 500, is not an error: see ``HTTPResponse/status``.
package struct HTTPTransportError: Error, Sendable {
    /// The kind of failure; stable, for programs.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
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

        /// The text is not a URL that a request may be sent to.
        package static let invalidURL = Code(value: .invalidURL)
        /// The address is in a range that the request may not reach.
        package static let refusedAddress = Code(value: .refusedAddress)
        /// The host name has no address.
        package static let cannotResolve = Code(value: .cannotResolve)
        /// Nothing listens at the address, or there is no route to it.
        package static let cannotConnect = Code(value: .cannotConnect)
        /// The TLS handshake failed: an untrusted certificate, or no common protocol.
        package static let tls = Code(value: .tls)
        /// The time limit of the exchange or of the connection expired.
        package static let timedOut = Code(value: .timedOut)
        /// The connection ended before any response.
        package static let connectionLost = Code(value: .connectionLost)
        /// The connection ended within the response.
        package static let incompleteAnswer = Code(value: .incompleteAnswer)
        /// The response is not HTTP, or has headers without end.
        package static let badAnswer = Code(value: .badAnswer)
        /// The task was cancelled, or the transport was shut down.
        package static let cancelled = Code(value: .cancelled)
        /// The system or the library failed: no memory, no descriptors, a file that can't be read.
        package static let system = Code(value: .system)

        /// The code as it appears in reports, for instance `refused_address`.
        package var description: String { value.rawValue }
    }

    /// The kind of failure.
    package let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    package let message: String
    /// The underlying failure, if there is one.
    package let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: the kind of failure.
    ///   - message: what is wrong and what to do, as a sentence for a person.
    ///   - cause: the underlying failure.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension HTTPTransportError: CustomStringConvertible {
    /// The message, followed by the cause where there is one.
    package var description: String {
        cause.map { "\(message) (\($0))" } ?? message
    }
}

extension HTTPTransportError: Equatable {
    /// Errors are equal when their codes are: messages may be reworded.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
