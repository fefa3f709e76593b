/// A sender of HTTP requests: ``CurlTransport``, or a test double.
package protocol HTTPSending: Sendable {
    /// Sends a request and waits for its outcome.
    ///
    /// Cancelling the task ends the exchange with ``HTTPTransportError/Code/cancelled``.
    func send(_ request: HTTPRequest) async -> HTTPExchange
}
