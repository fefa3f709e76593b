/// What becomes of a message after a try.
public enum DeliveryVerdict: Hashable, Sendable {
    /// The receiver has it.
    case delivered
    /// The try failed; the next is due after this length of time, counted from the end of the try.
    case retry(after: Duration)
    /// The last try failed; it is tried again only when somebody asks for it.
    case dead
    /// The try does not count: the message is due as it was before.
    case putBack
}

extension RetrySchedule {
    /// Decides what becomes of a message.
    ///
    /// A message whose endpoint answered 410 is kept for its next try like any other, because the endpoint is disabled with
    /// all its messages, and is enabled again with them.
    ///
    /// - Parameters:
    ///   - outcome: how the try ended.
    ///   - attempt: which try it was; the first is 1.
    ///   - generator: where the jitter comes from.
    /// - Returns: the verdict.
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
