/// A request that could not be sent, or that got no usable response.
///
/// A response with any status, even 500, is not an error: see ``HTTPResponse/status``.
package struct HTTPTransportError: Error, Sendable {
    /// The kind of failure; stable, for programs.
    package enum Code: String, Hashable, Sendable, CustomStringConvertible {
        /// The text is not a URL that a request may be sent to.
        case invalidURL = "invalid_url"
        /// The address is in a range that the request may not reach.
        case refusedAddress = "refused_address"
        /// The host name has no address.
        case cannotResolve = "cannot_resolve"
        /// Nothing listens at the address, or there is no route to it.
        case cannotConnect = "cannot_connect"
        /// The TLS handshake failed: an untrusted certificate, or no common protocol.
        case tls
        /// The time limit of the exchange or of the connection expired.
        case timedOut = "timed_out"
        /// The connection ended before any response.
        case connectionLost = "connection_lost"
        /// The connection ended within the response.
        case incompleteAnswer = "incomplete_answer"
        /// The response is not HTTP, or has headers without end.
        case badAnswer = "bad_answer"
        /// The task was cancelled, or the transport was shut down.
        case cancelled
        /// The system or the library failed: no memory, no descriptors, a file that can't be read.
        case system

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

extension HTTPTransportError: CustomStringConvertible {
    package var description: String { cause.map { "\(message) (\($0))" } ?? message }
}

extension HTTPTransportError: Equatable {
    /// Errors are equal when their codes are: messages may be reworded.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
