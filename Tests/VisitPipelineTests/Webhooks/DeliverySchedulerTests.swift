import HTTPTransport
import LongTests
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

@Suite("Delivery times on a simulated clock")
struct DeliveryDeskTests {
    @Test(
        "a message that fails is tried ten times by the schedule, under one id and with the same bytes, and is dead then",
        .long
    )
    func schedule() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<1)
        try scene.deliver { _ in .answer(500) }
        try scene.advance(.seconds(100 * 3600)) { _ in .answer(500) }
        #expect(scene.tries.count == 10)
        #expect(Set(scene.tries.map(\.delivery.id)).count == 1)
        #expect(Set(scene.tries.map(\.delivery.body)).count == 1)
        let waits = zip(scene.tries, scene.tries.dropFirst()).map { $0.at.seconds(to: $1.at) }
        let plain: [Double] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
        for (wait, plain) in zip(waits, plain) {
            // The scene checks for due messages once a minute.
            #expect((plain * 0.8...plain * 1.2 + 60).contains(wait), "waited \(wait) s instead of \(plain)")
        }
        #expect(try world.states() == ["dead"])
        #expect(scene.disabled.isEmpty)
        let attempts = try world.store.outbox.attempts(of: scene.tries[0].delivery.id)
        #expect(attempts.map(\.attempt.number) == Array(1...10))
        #expect(attempts.allSatisfy { $0.attempt.status == 500 && $0.attempt.tookMilliseconds == 12 })
    }

    @Test("an endpoint that fails for 120 hours without a break is disabled, and others are notified")
    func failingTooLong() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        try world.addEndpoint("watcher", types: [.endpointDisabled])
        var scene = try DeliveryScene(world)
        for hour in 0..<119 {
            try scene.queue(visits: hour..<(hour + 1))
            try scene.advance(.seconds(3600), step: .seconds(600)) {
                $0.type == .endpointDisabled ? .answer(204) : .answer(500)
            }
        }
        #expect(scene.disabled.isEmpty)
        try scene.queue(visits: 119..<121)
        try scene.advance(.seconds(2 * 3600), step: .seconds(600)) { _ in .answer(500) }
        #expect(scene.disabled == ["partner failing_too_long"])
        let stored = try world.endpoints.endpoint(EndpointID("partner"))
        #expect(stored.disabling?.reason == .failingTooLong)
        let emitted = try #require(try world.messages().first { $0.type == "endpoint.disabled" })
        #expect(emitted["reason"] == "failing_too_long")
        #expect(emitted["endpoint"] == "partner")
        #expect(emitted["failing_since"] == stored.failingSince?.iso8601)
        let before = scene.tries.count
        try scene.advance(.seconds(3600)) { _ in .answer(500) }
        #expect(scene.tries[before...].allSatisfy { $0.delivery.type == .endpointDisabled })
    }

    @Test("one success in between restarts the 120 hours", .long)
    func oneSuccess() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        for hour in 0..<200 {
            try scene.queue(visits: hour..<(hour + 1))
            try scene.advance(.seconds(3600), step: .seconds(600)) { _ in .answer(hour == 100 ? 200 : 500) }
        }
        #expect(scene.disabled.isEmpty)
    }

    @Test("an endpoint that answers 410 is disabled at once; queued messages wait, and go when it is enabled")
    func gone() throws {
        let world = try SmallWorld()
        let endpoint = try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<20)
        try scene.deliver { _ in .answer(410) }
        #expect(scene.disabled == ["partner gone"])
        try scene.queue(visits: 20..<25)
        let before = scene.tries.count
        try scene.advance(.seconds(86_400)) { _ in .answer(200) }
        #expect(scene.tries.count == before)
        #expect(try world.states() == Array(repeating: "pending", count: 25))
        try world.store.endpoints.enable(endpoint.key)
        try scene.advance(.seconds(60)) { _ in .answer(200) }
        #expect(try world.states() == Array(repeating: "delivered", count: 25))
        #expect(try world.endpoints.endpoint(endpoint.endpoint.id).failingSince == nil)
    }

    @Test("messages of a visit arrive in order; one that fails holds back its own visit and no other")
    func order() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<3, ended: true)
        var delivered: [String] = []
        func answer(_ delivery: DueDelivery, failing: Bool) -> HTTPExchange {
            if failing, delivery.subject == "visit-1" { return .answer(500) }
            delivered.append("\(delivery.subject) \(delivery.type.rawValue)")
            return .answer(204)
        }
        try scene.deliver { answer($0, failing: true) }
        #expect(
            Set(delivered) == [
                "visit-0 visit.entered", "visit-0 visit.exited", "visit-2 visit.entered", "visit-2 visit.exited",
            ]
        )
        delivered = []
        try scene.advance(.seconds(60)) { answer($0, failing: false) }
        #expect(delivered == ["visit-1 visit.entered", "visit-1 visit.exited"])
    }

    @Test("the next message of a visit goes when the one before is dead", .long)
    func orderPastDead() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<1, ended: true)
        try scene.deliver { _ in .answer(500) }
        try scene.advance(.seconds(100 * 3600)) { $0.type == .visitEntered ? .answer(500) : .answer(204) }
        #expect(try world.states() == ["dead", "delivered"])
    }

    @Test(
        "a receiver that asks for a pause gets it, within bounds",
        .long,
        arguments: [("7200", 7200.0), ("999999", 86_400), ("x", 5)]
    )
    func retryAfter(header: String, seconds: Double) throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<1)
        try scene.deliver { _ in .answer(429, retryAfter: header) }
        try scene.advance(.seconds(90_000), step: .seconds(20)) { _ in .answer(204) }
        #expect(scene.tries.count == 2)
        let wait = scene.tries[0].at.seconds(to: scene.tries[1].at)
        #expect((seconds * 0.8...seconds * 1.2 + 20).contains(wait), "waited \(wait) s")
    }

    @Test(
        "an endpoint that times out is asked once in a while, and others are not held up",
        .long,
        arguments: [502, 504, 429]
    )
    func slow(status: Int) throws {
        let world = try SmallWorld()
        try world.addEndpoint("slow", url: "http://127.0.0.1:9/slow")
        let slow = try world.endpoints.endpoint(EndpointID("slow")).key
        try world.addEndpoint("fast", url: "http://127.0.0.1:9/fast")
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<200)
        try scene.advance(.seconds(600), step: .seconds(1)) { $0.endpoint == slow ? .answer(status) : .answer(204) }
        #expect(try world.states("fast") == Array(repeating: "delivered", count: 200))
        let tries = scene.tries.filter { $0.delivery.endpoint == slow }
        // Four at first, then one after 5, 10, 20, 40, 60, 60 … seconds.
        #expect((10...20).contains(tries.count), "\(tries.count) tries")
    }

    @Test("messages in flight when a process ended are sent again by the next, under the same id")
    func restart() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<3)
        _ = try scene.scheduler.refresh()
        let lost = scene.scheduler.fetchDue(scene.now).tries
        #expect(lost.count == 3)
        #expect(scene.scheduler.fetchDue(scene.now).tries.isEmpty)
        var next = try DeliveryScene(world)
        try next.deliver { _ in .answer(204) }
        #expect(next.tries.map(\.delivery) == lost.map(\.delivery))
        #expect(try world.states() == Array(repeating: "delivered", count: 3))
    }

    @Test("an exchange that the sender cancelled does not count")
    func interrupted() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<1)
        _ = try scene.scheduler.refresh()
        let attempt = try #require(scene.scheduler.fetchDue(scene.now).tries.first)
        _ = try scene.scheduler.record([.init(attempt: attempt, exchange: .failure(.cancelled))], scene.now)
        #expect(try world.store.outbox.attempts(of: attempt.delivery.id).isEmpty)
        #expect(scene.scheduler.fetchDue(scene.now).tries.map(\.delivery) == [attempt.delivery])
    }

    @Test("a local shortage counts against no endpoint, and is tried again after a pause")
    func unable() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<1)
        try scene.advance(.seconds(130 * 3600), step: .seconds(600)) { _ in .failure(.system) }
        let message = try #require(scene.tries.first).delivery.id
        #expect((300...1000).contains(scene.tries.count), "\(scene.tries.count) tries")
        #expect(try world.store.outbox.attempts(of: message).isEmpty)
        #expect(scene.disabled.isEmpty)
        #expect(try world.endpoints.endpoint(EndpointID("partner")).failingSince == nil)
        #expect(scene.notices.count == scene.tries.count)
        try scene.advance(.seconds(120), step: .seconds(60)) { _ in .answer(204) }
        #expect(try world.states() == ["delivered"])
    }

    @Test("an endpoint with an unreadable secret is reported once, and its messages wait")
    func unusable() throws {
        let world = try SmallWorld()
        let endpoint = try world.addEndpoint()
        try world.store.endpoints.replaceSecret(of: endpoint.key, by: [1, 2, 3], keepingPreviousUntil: nil)
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<1)
        try scene.advance(.seconds(600)) { _ in .answer(204) }
        #expect(scene.tries.isEmpty)
        #expect(scene.notices.count == 1)
        #expect(try world.states() == ["pending"])
    }

    @Test("a removed endpoint's outcome is dropped without error")
    func removed() throws {
        let world = try SmallWorld()
        let endpoint = try world.addEndpoint()
        var scene = try DeliveryScene(world)
        try scene.queue(visits: 0..<2)
        _ = try scene.scheduler.refresh()
        let tries = scene.scheduler.fetchDue(scene.now).tries
        try world.store.endpoints.remove(endpoint.key)
        _ = try scene.scheduler.record(tries.map { .init(attempt: $0, exchange: .answer(200)) }, scene.now)
        #expect(try world.store.endpoints.all().isEmpty)
        #expect(try world.messages().isEmpty)
    }
}
