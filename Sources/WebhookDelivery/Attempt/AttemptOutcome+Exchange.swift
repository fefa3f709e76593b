public import HTTPTransport
public import VisitModel

extension AttemptOutcome {
    /// What the end of an exchange means for the message.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - now: when it ended; a `Retry-After` may be a date.
    public init(_ exchange: HTTPExchange, at now: Timestamp) {
        switch exchange.result {
        case .success(let response):
            self = .answered(
                status: response.status,
                retryAfter: response.retryAfter.flatMap { RetryAfter.parse($0, now: now) }
            )
        case .failure(let error):
            switch error.code {
            case .timedOut: self = .timedOut
            case .cancelled: self = .interrupted
            case .system: self = .unable
            case .invalidURL, .refusedAddress: self = .refused
            default: self = .unreachable
            }
        }
    }
}
