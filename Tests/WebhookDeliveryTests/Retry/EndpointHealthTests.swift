import SeededRandom
import Testing
import VisitModel
import WebhookDelivery

@Suite("When an endpoint is disabled")
struct EndpointHealthTests {
    private static let start = Timestamp(milliseconds: 1_760_000_000_000)
    private static let failures: [AttemptOutcome] = [
        .answered(status: 500, retryAfter: nil), .answered(status: 302, retryAfter: nil), .timedOut, .unreachable,
        .refused,
        .answered(status: 429, retryAfter: .seconds(60)), .answered(status: 404, retryAfter: nil),
    ]

    /// Sends a message about every ten minutes with retries, until the endpoint is disabled.
    ///
    /// - Returns: the reason, and the hours until then.
    private static func run(
        seed: UInt64,
        hours: Double,
        outcome: (Double, inout SeededGenerator) -> AttemptOutcome
    ) -> (reason: WebhookEndpoint.DisablingReason, hours: Double)? {
        var generator = SeededGenerator(seed: seed)
        var tries: [(time: Double, attempt: Int)] = []
        var clock = 0.0
        while clock < hours * 3600 {
            tries.append((clock, 1))
            clock += Double.random(in: 60...1_200, using: &generator)
        }
        var health = EndpointHealth()
        tries.sort { $0.time > $1.time }
        while let next = tries.popLast() {
            guard next.time < hours * 3600 else { return nil }
            let result = outcome(next.time / 3600, &generator)
            if let reason = health.record(result, at: start.advanced(bySeconds: next.time)) {
                return (reason, next.time / 3600)
            }
            // Only the stored field carries over between attempts.
            health = EndpointHealth(failingSince: health.failingSince)
            if case .retry(let wait) = RetrySchedule.standard.verdict(
                on: result,
                attempt: next.attempt,
                using: &generator
            ) {
                let due = next.time + wait / .seconds(1)
                let place = tries.partitioningIndex { $0.time < due }
                tries.insert((due, next.attempt + 1), at: place)
            }
        }
        return nil
    }

    @Test("after 120 hours of nothing but failures, and not before", arguments: UInt64(1)...5)
    func failing(seed: UInt64) throws {
        let end = try #require(
            Self.run(seed: seed, hours: 240) { _, generator in
                Self.failures.randomElement(using: &generator) ?? .timedOut
            }
        )
        #expect(end.reason == .failingTooLong)
        #expect((120..<120.4).contains(end.hours), "seed \(seed): \(end.hours)")
    }

    @Test("one success in between restarts the time", arguments: UInt64(1)...5)
    func oneSuccess(seed: UInt64) throws {
        var succeeded: Double?
        let end = try #require(
            Self.run(seed: seed, hours: 400) { hours, generator in
                if hours > 100, succeeded == nil {
                    succeeded = hours
                    return .answered(status: 204, retryAfter: nil)
                }
                return Self.failures.randomElement(using: &generator) ?? .timedOut
            }
        )
        let success = try #require(succeeded)
        #expect(end.reason == .failingTooLong)
        #expect((success + 120..<success + 120.8).contains(end.hours), "seed \(seed): \(success), \(end.hours)")
    }

    @Test("never while one in a hundred succeeds", arguments: UInt64(1)...5)
    func flaky(seed: UInt64) {
        let end = Self.run(seed: seed, hours: 1_000) { _, generator in
            Int.random(in: 0..<100, using: &generator) == 0 ? .answered(status: 200, retryAfter: nil) : .timedOut
        }
        #expect(end == nil, "seed \(seed)")
    }

    @Test("at once with 410, also right after a success")
    func gone() {
        var health = EndpointHealth()
        #expect(health.record(.answered(status: 200, retryAfter: nil), at: Self.start) == nil)
        #expect(health.failingSince == nil)
        #expect(health.record(.answered(status: 410, retryAfter: nil), at: Self.start) == .gone)
    }

    @Test("to the millisecond, and not by a cancelled attempt")
    func edge() {
        var health = EndpointHealth()
        #expect(health.record(.interrupted, at: Self.start) == nil)
        #expect(health.failingSince == nil)
        #expect(health.record(.timedOut, at: Self.start) == nil)
        #expect(health.failingSince == Self.start)
        let end = Self.start.advanced(bySeconds: 432_000)
        #expect(health.record(.timedOut, at: Timestamp(milliseconds: end.milliseconds - 1)) == nil)
        #expect(health.record(.interrupted, at: end) == nil)
        #expect(health.failingSince == Self.start)
        #expect(health.record(.refused, at: end) == .failingTooLong)
    }

    @Test("a clock that was ahead and is set back does not delay it")
    func clockSetBack() {
        var health = EndpointHealth()
        #expect(health.record(.timedOut, at: Self.start.advanced(bySeconds: 31_536_000)) == nil)
        #expect(health.record(.timedOut, at: Self.start) == nil)
        #expect(health.failingSince == Self.start)
        #expect(health.record(.timedOut, at: Self.start.advanced(bySeconds: 432_000)) == .failingTooLong)
    }
}

extension Array {
    /// The first index from which on every element fulfils a condition.
    fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
