import SeededRandom
import Testing
import VisitModel

@testable import WebhookDelivery

@Suite("The delivery plan over endpoints")
struct DeliveryPlanTests {
    private static let start = Timestamp(milliseconds: 1_760_000_000_000)
    private static let success = AttemptOutcome.answered(status: 200, retryAfter: nil)

    private static func later(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    @Test("no limit is exceeded, no endpoint is skipped, and no message is left", arguments: UInt64(1)...30)
    func properties(seed: UInt64) throws {
        var draw = SeededGenerator(seed: seed &* 977)
        let endpoints = Int.random(in: 1...12, using: &draw)
        let limit = [1, 3, 10, 40, 1024][Int(seed % 5)]
        var world = try DeliveryWorld(seed: seed, endpoints: endpoints, totalLimit: limit)
        world.add(.list(Array(0..<endpoints)), afterMilliseconds: 0)
        for _ in 0..<Int.random(in: 1...25, using: &draw) {
            let event = DeliveryWorld.Event.arrive(
                endpoint: Int.random(in: 0..<endpoints, using: &draw),
                count: Int.random(in: 1...30, using: &draw)
            )
            world.add(event, afterMilliseconds: Int64.random(in: 0...60_000, using: &draw))
        }
        for _ in 0..<3 {
            let some = (0..<endpoints).filter { _ in Bool.random(using: &draw) }
            world.add(.list(some), afterMilliseconds: Int64.random(in: 0...90_000, using: &draw))
        }
        world.add(.list(Array(0..<endpoints)), afterMilliseconds: 90_001)
        world.run()
        #expect(world.messages.allSatisfy { $0.isDone }, "seed \(seed)")
        #expect(world.plan.underWay == 0, "seed \(seed)")
        #expect(world.highest > 0, "seed \(seed)")
    }

    @Test("capacity is shared evenly, in turns")
    func shares() {
        var plan = DeliveryPlan<String>(totalLimit: 9)
        plan.setEndpoints(["a", "b", "c"])
        let first = plan.wanted(now: Self.start)
        #expect(Set(first.map(\.endpoint)) == ["a", "b", "c"] && first.map(\.count) == [3, 3, 3])
        #expect(plan.underWay == 9)
        #expect(plan.wanted(now: Self.start).isEmpty)
        #expect(plan.nextWake(now: Self.start) == nil)
        for request in first {
            plan.readDue(request.endpoint, got: 3, requested: 3, nextDue: nil)
            plan.started(request.endpoint, count: 3)
        }
        // Whichever request ends, the endpoint served first has the next turn.
        for request in first {
            plan.finished(first[2].endpoint, outcome: Self.success, verdict: .delivered, now: Self.start)
            let next = plan.wanted(now: Self.start)
            #expect(next.map(\.endpoint) == [request.endpoint] && next.map(\.count) == [1])
            plan.readDue(request.endpoint, got: 0, requested: 1, nextDue: nil)
            plan.started(request.endpoint, count: 1)
        }
    }

    @Test("a retry, a pause and a later message each wake at their time")
    func wakes() {
        var plan = DeliveryPlan<String>(totalLimit: 9)
        #expect(plan.nextWake(now: Self.start) == nil)
        plan.setEndpoints(["a"])
        #expect(plan.nextWake(now: Self.start) == Self.start)
        #expect(plan.wanted(now: Self.start).map(\.count) == [4])
        plan.readDue("a", got: 1, requested: 4, nextDue: Self.later(3_600))
        #expect(plan.nextWake(now: Self.start) == nil)
        plan.started("a", count: 1)
        #expect(plan.wanted(now: Self.start).isEmpty)
        #expect(plan.nextWake(now: Self.start) == Self.later(3_600))
        plan.finished(
            "a",
            outcome: .answered(status: 500, retryAfter: nil),
            verdict: .retry(after: .seconds(6)),
            now: Self.later(1)
        )
        #expect(plan.nextWake(now: Self.later(1)) == Self.later(7))
        #expect(plan.wanted(now: Self.later(6.999)).isEmpty)
        #expect(plan.wanted(now: Self.later(7)).map(\.count) == [4])
        plan.readDue("a", got: 1, requested: 4, nextDue: Self.later(3_600))
        plan.started("a", count: 1)
        plan.finished("a", outcome: .timedOut, verdict: .retry(after: .seconds(2)), now: Self.later(10))
        // The message is due at 12 s, the pause over at 15 s.
        #expect(plan.nextWake(now: Self.later(10)) == Self.later(12))
        #expect(plan.wanted(now: Self.later(12)).isEmpty)
        #expect(plan.nextWake(now: Self.later(12)) == Self.later(15))
        #expect(plan.wanted(now: Self.later(15)).map(\.count) == [1])
    }

    @Test("new messages during a read are not lost")
    func newsDuringReading() {
        var plan = DeliveryPlan<String>(totalLimit: 9)
        plan.setEndpoints(["a"])
        _ = plan.wanted(now: Self.start)
        plan.wake()
        #expect(plan.wanted(now: Self.start).isEmpty)
        plan.readDue("a", got: 0, requested: 4, nextDue: nil)
        #expect(plan.wanted(now: Self.start).map(\.count) == [4])
        plan.readDue("a", got: 0, requested: 4, nextDue: nil)
        #expect(plan.wanted(now: Self.start).isEmpty)
        #expect(plan.nextWake(now: Self.start) == nil)
    }

    @Test("a read replaces the known times of later messages")
    func laterMessages() {
        var plan = DeliveryPlan<String>(totalLimit: 9)
        plan.setEndpoints(["a"])
        _ = plan.wanted(now: Self.start)
        plan.readDue("a", got: 0, requested: 4, nextDue: Self.later(60))
        plan.wake()
        #expect(plan.nextWake(now: Self.start) == Self.start)
        _ = plan.wanted(now: Self.start)
        plan.readDue("a", got: 0, requested: 4, nextDue: nil)
        #expect(plan.nextWake(now: Self.start) == nil)
    }

    @Test("a removed endpoint gets nothing more, and its requests still take capacity until they end")
    func removed() {
        var plan = DeliveryPlan<String>(totalLimit: 4)
        plan.setEndpoints(["a"])
        _ = plan.wanted(now: Self.start)
        plan.readDue("a", got: 4, requested: 4, nextDue: nil)
        plan.started("a", count: 4)
        plan.setEndpoints(["b"])
        #expect(plan.wanted(now: Self.start).isEmpty)
        for left in [3, 2, 1, 0] {
            plan.finished("a", outcome: Self.success, verdict: .delivered, now: Self.start)
            #expect(plan.inFlight(to: "a") == left)
            #expect(plan.wanted(now: Self.start).map(\.endpoint) == (left == 3 ? ["b"] : []))
        }
        #expect(plan.pace(of: "a") == nil)
        #expect(plan.endpoints.count == 1)
        // Results of a removed endpoint change nothing.
        plan.finished("a", outcome: .timedOut, verdict: .dead, now: Self.start)
        plan.wake("a")
        plan.readDue("a", got: 1, requested: 1, nextDue: Self.start)
        #expect(plan.underWay == 1 && plan.endpoints.count == 1)
    }

    @Test("a resumed endpoint is asked for messages again, although it was paused and none was due")
    func resumed() {
        var plan = DeliveryPlan<String>(totalLimit: 9)
        plan.setEndpoints(["a"])
        _ = plan.wanted(now: Self.start)
        plan.readDue("a", got: 1, requested: 4, nextDue: nil)
        plan.started("a", count: 1)
        plan.finished("a", outcome: .timedOut, verdict: .retry(after: .seconds(300)), now: Self.start)
        #expect(plan.wanted(now: Self.later(1)).isEmpty)
        plan.resume("a")
        #expect(plan.wanted(now: Self.later(1)).map(\.count) == [1])
        plan.resume("unknown")
        #expect(plan.endpoints.count == 1)
    }

    @Test("a requested test message counts, also during a read")
    func startedByHand() {
        var plan = DeliveryPlan<String>(totalLimit: 9)
        plan.setEndpoints(["a"])
        plan.started("a", count: 1)
        #expect(plan.wanted(now: Self.start).map(\.count) == [3])
        plan.started("a", count: 1)
        #expect(plan.underWay == 5)
        plan.readDue("a", got: 2, requested: 3, nextDue: nil)
        #expect(plan.underWay == 4)
        plan.started("a", count: 2)
        #expect(plan.underWay == 4 && plan.inFlight(to: "a") == 4)
    }

    @Test("a thousand endpoints and many ends leave nothing behind")
    func many() {
        var plan = DeliveryPlan<Int>()
        plan.setEndpoints(Array(0..<1_000))
        var generator = SeededGenerator(seed: 1)
        var underWay: [Int] = []
        var ended = 0
        while ended < 50_000 {
            let now = Self.later(Double(ended) / 5_000)
            for request in plan.wanted(now: now) {
                plan.readDue(request.endpoint, got: request.count, requested: request.count, nextDue: nil)
                plan.started(request.endpoint, count: request.count)
                underWay += Array(repeating: request.endpoint, count: request.count)
            }
            underWay.swapAt(Int.random(in: underWay.indices, using: &generator), underWay.count - 1)
            plan.finished(
                underWay.removeLast(),
                outcome: Self.success,
                verdict: .retry(after: .seconds(86_400)),
                now: now
            )
            ended += 1
        }
        #expect(underWay.count <= 1024 && plan.underWay == underWay.count)
        #expect(plan.times.count <= 1_000 && plan.turns.count <= 1_000)
    }
}
