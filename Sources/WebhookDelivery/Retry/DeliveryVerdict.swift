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
    /// Decides whether a message is delivered, retried or dead.
    ///
    /// After a 410 a message is retried like any other: the endpoint is disabled with all its messages, and is enabled
    /// again with them.
    ///
    /// - Parameters:
    ///   - outcome: the end of the attempt.
    ///   - attempt: the number of the attempt; the first is 1.
    ///   - generator: the source of the jitter.
    /// - Returns: the decision.
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
