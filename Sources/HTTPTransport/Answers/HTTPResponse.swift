/// A server's response.
public struct HTTPResponse: Sendable {
    /// The final status, 200 to 999; redirects are not followed and appear here as 301, for instance.
    public let status: Int
    /// The `Retry-After` header as received, at most 100 printable ASCII characters: a number of seconds or a date.
    public let retryAfter: String?
    /// The first bytes of the body, at most ``TransportOptions/keptBodyBytes``.
    public let body: [UInt8]
    /// Whether the response's body was longer than ``body``.
    public let isBodyCut: Bool

    /// Creates a response, for instance as the result of a test double.
    public init(status: Int, retryAfter: String? = nil, body: [UInt8] = [], isBodyCut: Bool = false) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
        self.isBodyCut = isBodyCut
    }
}
