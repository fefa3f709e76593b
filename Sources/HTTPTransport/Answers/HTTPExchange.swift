/// The outcome of a request and its duration.
package struct HTTPExchange: Sendable {
    /// The response, or the error that prevented one.
    package let result: Result<HTTPResponse, HTTPTransportError>
    /// The time from submission to the outcome, measured on a monotonic clock.
    package let duration: Duration

    /// Creates an exchange, for instance as the result of a test double.
    package init(result: Result<HTTPResponse, HTTPTransportError>, duration: Duration) {
        self.result = result
        self.duration = duration
    }
}
