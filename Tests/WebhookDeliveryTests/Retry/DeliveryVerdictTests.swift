import SeededRandom
import Testing
import WebhookDelivery

@Suite("What becomes of a message after a try")
struct DeliveryVerdictTests {
    private enum Expected { case delivered, retried, gone, slower }

    private static func expected(_ status: Int) -> Expected {
        switch status {
        case 200...299: .delivered
        case 410: .gone
        case 429, 502, 503, 504: .slower
        default: .retried
        }
    }

    @Test("only 2xx is a success; 410 disables the endpoint; 429, 502, 503 and 504 slow it down", arguments: 0...700)
    func statuses(status: Int) {
        let outcome = AttemptOutcome.answered(status: status, retryAfter: nil)
        let expected = Self.expected(status)
        #expect(outcome.isSuccess == (expected == .delivered))
        #expect(outcome.isGone == (expected == .gone))
        #expect(outcome.slowsDown == (expected == .slower))
        Self.check(outcome, isDelivered: expected == .delivered)
    }

    @Test(
        "without an answer",
        arguments: [
            (.timedOut, true), (.unreachable, true), (.refused, false),
        ] as [(AttemptOutcome, Bool)]
    )
    func silence(outcome: AttemptOutcome, slowsDown: Bool) {
        #expect(!outcome.isSuccess && !outcome.isGone)
        #expect(outcome.slowsDown == slowsDown)
        #expect(outcome.retryAfter == nil)
        Self.check(outcome, isDelivered: false)
    }

    /// Each try of a message: all but the last are followed by another after the schedule's wait.
    private static func check(_ outcome: AttemptOutcome, isDelivered: Bool) {
        for attempt in 1...10 {
            var (generator, same) = (SeededGenerator(seed: 3), SeededGenerator(seed: 3))
            let verdict = RetrySchedule.standard.verdict(on: outcome, attempt: attempt, using: &generator)
            let wait = RetrySchedule.standard.wait(afterAttempt: attempt, retryAfter: nil, using: &same)
            #expect(verdict == (isDelivered ? .delivered : wait.map { .retry(after: $0) } ?? .dead))
            #expect((verdict == .dead) == (attempt == 10 && !isDelivered))
        }
    }

    @Test("an attempt that the sender cancelled does not count", arguments: 1...10)
    func interrupted(attempt: Int) {
        var generator = SeededGenerator(seed: 1)
        let outcome = AttemptOutcome.interrupted
        #expect(RetrySchedule.standard.verdict(on: outcome, attempt: attempt, using: &generator) == .putBack)
        #expect(!outcome.isSuccess && !outcome.isGone && !outcome.slowsDown)
    }

    @Test(
        "a failure's Retry-After is honoured, whatever the status; a success's is not",
        arguments: [200, 301, 410, 429, 500]
    )
    func retryAfter(status: Int) {
        var generator = SeededGenerator(seed: 1)
        let outcome = AttemptOutcome.answered(status: status, retryAfter: .seconds(900))
        let verdict = RetrySchedule.standard.verdict(on: outcome, attempt: 1, using: &generator)
        #expect(verdict == (status == 200 ? .delivered : .retry(after: .seconds(900))))
    }
}
