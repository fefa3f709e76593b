/// Something that sends requests: ``CurlTransport``, or what stands in for it.
public protocol HTTPSending: Sendable {
    /// Sends a request and waits for its outcome.
    ///
    /// Cancelling the task ends the exchange with ``HTTPTransportError/Code/cancelled``.
    ///
    /// - Parameter request: what to send.
    /// - Returns: the answer or why there was none, and how long it took.
    func send(_ request: HTTPRequest) async -> HTTPExchange
}
