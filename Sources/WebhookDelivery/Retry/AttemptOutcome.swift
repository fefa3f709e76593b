/// How one try to deliver a message ended, as far as the next decision depends on it.
public enum AttemptOutcome: Hashable, Sendable {
    /// The receiver answered: the status, and what its `Retry-After` asked for (`RetryAfter`).
    case answered(status: Int, retryAfter: Duration?)
    /// The answer did not come in time.
    case timedOut
    /// The name was not found, no connection or no trust was reached, or it broke before a whole and valid answer.
    case unreachable
    /// Nothing was connected to, because the address is not allowed or the URL is none.
    case refused
    /// We stopped the try ourselves, shutting down; it does not count, neither for the message nor for the endpoint.
    case interrupted

    /// Our own machine, or a proxy of ours, lacked what a try takes; it does not count, but sending on would not help either.
    case unable

    /// Whether the try counts, for the message and for the endpoint.
    public var counts: Bool { self != .interrupted && self != .unable }

    /// Whether the message is delivered: a status of 200 to 299 and nothing else (Standard Webhooks 1.0.0,
    /// "Deliverability and reliability").
    ///
    /// A redirection is a failure: following it would sign a message for an address that nobody has checked.
    public var isSuccess: Bool {
        guard case .answered(let status, _) = self else { return false }
        return (200...299).contains(status)
    }

    /// Whether the receiver said with 410 that it wants no messages any more, so that the endpoint is to be disabled.
    public var isGone: Bool {
        guard case .answered(410, _) = self else { return false }
        return true
    }

    /// Whether the endpoint is overloaded or down, or we are unable to send, so that it should be sent less.
    ///
    /// 429, 502 and 504 are those of Standard Webhooks 1.0.0; 503 says the same (RFC 9110, section 15.6.4), and so do
    /// silence and a connection that fails. Any other failure can be the fault of the one message.
    public var slowsDown: Bool {
        switch self {
        case .answered(let status, _): [429, 502, 503, 504].contains(status)
        case .timedOut, .unreachable, .unable: true
        case .refused, .interrupted: false
        }
    }

    /// How long the receiver asked to wait, where it did.
    public var retryAfter: Duration? {
        guard case .answered(_, let retryAfter) = self else { return nil }
        return retryAfter
    }
}
