/// A server's response.
package struct HTTPResponse: Sendable {
    /// The final status, 200 to 999; redirects are not followed and appear here as 301, for instance.
    package let status: Int
    /// The `Retry-After` header as received, at most 100 printable ASCII characters: a number of seconds or a date.
    package let retryAfter: String?
    /// The first bytes of the body, at most ``TransportOptions/keptBodyBytes``.
    package let body: [UInt8]
    /// Whether the response's body was longer than ``body``.
    package let isBodyCut: Bool

    /// Creates a response, for instance as the result of a test double.
    package init(status: Int, retryAfter: String? = nil, body: [UInt8] = [], isBodyCut: Bool = false) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
        self.isBodyCut = isBodyCut
    }
}
