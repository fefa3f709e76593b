/// What a server answered.
public struct HTTPResponse: Sendable {
    /// The final status, 200 to 999; a redirect is not followed and appears here as 301, for instance.
    public let status: Int
    /// The `Retry-After` header as it came, at most 100 printable ASCII characters: a number of seconds or a date.
    public let retryAfter: String?
    /// The first bytes of the body, at most ``TransportOptions/keptBodyBytes``.
    public let body: [UInt8]
    /// Whether the answer's body was longer than ``body``.
    public let isBodyCut: Bool

    /// Makes a response, for instance as the answer of a sender in a test.
    ///
    /// - Parameters:
    ///   - status: the final status.
    ///   - retryAfter: the `Retry-After` header as it came.
    ///   - body: the first bytes of the body.
    ///   - isBodyCut: whether the answer's body was longer.
    public init(status: Int, retryAfter: String? = nil, body: [UInt8] = [], isBodyCut: Bool = false) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
        self.isBodyCut = isBodyCut
    }
}
