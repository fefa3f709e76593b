/// A request on its way to the loop's thread, with its completion handler.
struct Submission: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPTransportError>

    /// Unique within a transport.
    let id: UInt64
    let request: HTTPRequest
    /// When the exchange must have ended.
    let deadline: ContinuousClock.Instant
    /// The completion handler, called once.
    let finish: @Sendable (Outcome) -> Void

    func cancel(_ message: String) {
        finish(.failure(HTTPTransportError(.cancelled, message)))
    }

    func expire() {
        let message =
            """
            the request to \(request.url.host) got no response in time: allow more time, or send fewer requests at \
            once
            """
        finish(.failure(HTTPTransportError(.timedOut, message)))
    }
}
