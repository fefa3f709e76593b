/// A request's outcome and how long it took.
public struct HTTPExchange: Sendable {
    /// The answer, or why there was none.
    public let result: Result<HTTPResponse, HTTPTransportError>
    /// The time from the request being handed in to its outcome; measured on a clock that never goes back.
    public let duration: Duration

    /// Makes an exchange, for instance as the answer of a sender in a test.
    ///
    /// - Parameters:
    ///   - result: the answer, or why there was none.
    ///   - duration: how long it took.
    public init(result: Result<HTTPResponse, HTTPTransportError>, duration: Duration) {
        self.result = result
        self.duration = duration
    }
}
