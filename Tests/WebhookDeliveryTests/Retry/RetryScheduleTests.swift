import SeededRandom
import Testing
import WebhookDelivery

@Suite("When a message is tried again")
struct RetryScheduleTests {
    private static let hour = 3_600

    @Test("ten tries in 75 h 35 min 5 s, as in Standard Webhooks")
    func plain() {
        let schedule = RetrySchedule.standard
        #expect(schedule.attempts == 10)
        #expect(
            schedule.waits == [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map { .seconds($0) }
        )
        #expect(schedule.waits.reduce(.zero, +) == .seconds(75 * Self.hour + 35 * 60 + 5))
    }

    @Test("waits with the jitter of one seed")
    func table() {
        var generator = SeededGenerator(seed: 1)
        let waits = (1...11).map { attempt in
            RetrySchedule.standard.wait(afterAttempt: attempt, retryAfter: nil, using: &generator)
        }
        let expected: [Int?] = [
            5_133, 329_494, 2_139_122, 7_039_754, 17_598_706, 39_785_680,
            58_007_350, 72_664_335, 78_987_180, nil, nil,
        ]
        #expect(waits.map { $0.map { Int($0 / .milliseconds(1)) } } == expected)
    }

    @Test("every wait is within 20 % of the plain one, and the jitter reaches both sides", arguments: UInt64(1)...20)
    func jitter(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let schedule = RetrySchedule.standard
        for attempt in 1...9 {
            let plain = schedule.waits[attempt]
            let waits = (0..<200).compactMap { _ in
                schedule.wait(afterAttempt: attempt, retryAfter: nil, using: &generator)
            }
            #expect(waits.count == 200)
            #expect(waits.allSatisfy { $0 >= plain * 8 / 10 && $0 <= plain * 12 / 10 }, "seed \(seed)")
            #expect(
                waits.contains { $0 < plain * 85 / 100 } && waits.contains { $0 > plain * 115 / 100 },
                "seed \(seed)"
            )
        }
        for attempt in [10, 11, 1_000] {
            #expect(schedule.wait(afterAttempt: attempt, retryAfter: .seconds(5), using: &generator) == nil)
        }
    }

    @Test(
        "the receiver can make a wait longer, up to a day, and never shorter",
        arguments: [
            (1, 0, 5), (1, 60, 60), (1, 3_600, 3_600), (1, 86_400, 86_400), (1, 86_401, 86_400), (1, Int.max, 86_400),
            (5, 60, 18_000), (9, 90_000, 86_400), (9, 3_600, 86_400),
        ]
    )
    func retryAfter(line: (attempt: Int, requested: Int, wait: Int)) throws {
        let schedule = try #require(RetrySchedule(waits: RetrySchedule.standard.waits, jitterPercent: 0))
        var generator = SeededGenerator(seed: 1)
        let wait = schedule.wait(
            afterAttempt: line.attempt,
            retryAfter: .seconds(line.requested),
            using: &generator
        )
        #expect(wait == .seconds(line.wait))
    }

    @Test("a Retry-After shorter than the schedule does not remove the jitter", arguments: UInt64(1)...50)
    func floor(seed: UInt64) {
        for attempt in 1...9 {
            var (one, other) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
            let plain = RetrySchedule.standard.wait(afterAttempt: attempt, retryAfter: nil, using: &one)
            let requested = RetrySchedule.standard.wait(afterAttempt: attempt, retryAfter: .seconds(1), using: &other)
            #expect(plain == requested, "seed \(seed)")
        }
    }

    @Test(
        "a schedule that makes no sense can't be made",
        arguments: [
            ([], 20), ([-1], 20), ([0, 2_592_001], 20), ([0], -1), ([0], 101),
        ] as [([Int], Int)]
    )
    func refused(waits: [Int], jitterPercent: Int) {
        #expect(RetrySchedule(waits: waits.map { .seconds($0) }, jitterPercent: jitterPercent) == nil)
        #expect(RetrySchedule(waits: [.zero, .seconds(2_592_000)], jitterPercent: 100) != nil)
    }
}
