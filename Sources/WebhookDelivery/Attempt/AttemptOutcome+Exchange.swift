package import HTTPTransport
package import VisitModel

extension AttemptOutcome {
    /// Classifies the end of an HTTP exchange.
    ///
    /// - Parameters:
    ///   - exchange: the exchange, with its response or its transport error.
    ///   - now: the time it ended, to which a `Retry-After` in the form of a date is related.
    package init(_ exchange: HTTPExchange, at now: Timestamp) {
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
