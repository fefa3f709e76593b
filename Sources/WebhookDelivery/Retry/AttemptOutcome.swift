package import HTTPTransport
public import VisitModel

/// The end of one delivery attempt, as far as retry and pace decisions depend on it.
public enum AttemptOutcome: Hashable, Sendable {
    /// The receiver responded: the status, and the wait that its `Retry-After` requested (`RetryAfter`).
    case answered(status: Int, retryAfter: Duration?)
    /// No response arrived in time.
    case timedOut
    /// Name resolution, connecting or TLS trust failed, or the connection broke before a whole and valid response.
    case unreachable
    /// Nothing was sent, because the address is not allowed or the URL is invalid.
    case refused
    /// We cancelled the attempt while shutting down; it counts neither for the message nor for the endpoint.
    case interrupted

    /// Our own machine or proxy lacked a resource; the attempt does not count, but sending more would not help either.
    case unable

    /// Whether the attempt counts, for the message and for the endpoint.
    public var counts: Bool { self != .interrupted && self != .unable }

    /// Whether the message is delivered: a status of 200 to 299 and nothing else (Standard Webhooks 1.0.0,
    /// "Deliverability and reliability").
    ///
    /// A redirection is a failure: following it would sign a message for an address that was never validated.
    public var isSuccess: Bool {
        guard case .answered(let status, _) = self else { return false }
        return (200...299).contains(status)
    }

    /// Whether the receiver responded with 410, wants no more messages, and the endpoint is to be disabled.
    public var isGone: Bool {
        guard case .answered(410, _) = self else { return false }
        return true
    }

    /// Whether the endpoint is overloaded or down, or we are unable to send, so that the pace must drop.
    ///
    /// 429, 502 and 504 are those of Standard Webhooks 1.0.0; 503 means the same (RFC 9110, section 15.6.4), and so do
    /// a timeout and a failed connection. Any other failure can be caused by the one message.
    public var slowsDown: Bool {
        switch self {
        case .answered(let status, _): [429, 502, 503, 504].contains(status)
        case .timedOut, .unreachable, .unable: true
        case .refused, .interrupted: false
        }
    }

    /// The wait that the receiver requested, if any.
    public var retryAfter: Duration? {
        guard case .answered(_, let retryAfter) = self else { return nil }
        return retryAfter
    }
}

/// Parses the `Retry-After` header (RFC 9110, section 10.2.3).
public enum RetryAfter {
    /// Parses the header's value: a decimal number of seconds, or an HTTP date in any of its three formats.
    ///
    /// The result is the duration from `now`, zero for a date in the past. It is `nil` for any other value and on
    /// overflow.
    public static func parse(_ value: String, now: Timestamp) -> Duration? {
        let bytes = value.utf8.drop(while: isBlank)
        let text = String(
            decoding: bytes.prefix(bytes.count - bytes.reversed().prefix(while: isBlank).count),
            as: UTF8.self
        )
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text).map { .seconds($0) }
        }
        guard let date = HTTPDate.parse(text, now: now) else { return nil }
        return max(.zero, .milliseconds(date.milliseconds) - .milliseconds(now.milliseconds))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The decision about a message after an attempt.
public enum DeliveryVerdict: Hashable, Sendable {
    /// The receiver accepted the message.
    case delivered
    /// The attempt failed; the next is due after this duration, counted from the end of the attempt.
    case retry(after: Duration)
    /// The last attempt failed; another is made only on request.
    case dead
    /// The attempt does not count: the message is due as before.
    case putBack
}

extension RetrySchedule {
    /// Decides whether a message is delivered, retried or dead after an attempt, counted from 1.
    ///
    /// After a 410 a message is retried like any other: the endpoint is disabled with all its messages, and is enabled
    /// again with them.
    public func verdict(
        on outcome: AttemptOutcome,
        attempt: Int,
        using generator: inout some RandomNumberGenerator
    ) -> DeliveryVerdict {
        if !outcome.counts { return .putBack }
        if outcome.isSuccess { return .delivered }
        let wait = wait(afterAttempt: attempt, retryAfter: outcome.retryAfter, using: &generator)
        return wait.map { .retry(after: $0) } ?? .dead
    }
}

extension AttemptOutcome {
    /// Classifies an HTTP exchange that ended at `now`, to which a `Retry-After` in the form of a date is related.
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
