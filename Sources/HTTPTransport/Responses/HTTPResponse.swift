package struct HTTPResponse: Sendable {
    /// The final status, 200 to 999; redirects are not followed and appear here as 301, for instance.
    package let status: Int
    /// The `Retry-After` header as received, at most 100 printable ASCII characters: a number of seconds or a date.
    package let retryAfter: String?
    /// The first bytes of the body, at most ``TransportOptions/keptBodyBytes``.
    package let body: [UInt8]
    /// Whether the response's body was longer than ``body``.
    package let isBodyCut: Bool

    package init(status: Int, retryAfter: String? = nil, body: [UInt8] = [], isBodyCut: Bool = false) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
        self.isBodyCut = isBodyCut
    }
}

package struct HTTPExchange: Sendable {
    package let result: Result<HTTPResponse, HTTPTransportError>
    /// From submission to the outcome, measured on a monotonic clock.
    package let duration: Duration

    package init(result: Result<HTTPResponse, HTTPTransportError>, duration: Duration) {
        self.result = result
        self.duration = duration
    }
}
