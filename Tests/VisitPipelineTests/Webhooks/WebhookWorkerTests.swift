import Foundation
import HTTPTransport
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

@Suite("The worker that sends due messages")
struct WebhookWorkerTests {
    @Test("deliverDue sends everything, each visit in order, and returns when nothing is queued")
    func deliverDue() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<40, ended: true)
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport)
        #expect(try await worker.deliverDue().delivered == 80)
        #expect(try scene.world.states() == Array(repeating: "delivered", count: 80))
        #expect(Set(transport.sent.compactMap { $0.value("webhook-id") }).count == 80)
        let received = try transport.sent.map { try ReceivedMessage(id: $0.value("webhook-id") ?? "", body: $0.body) }
        for messages in Dictionary(grouping: received, by: { $0.visit }).values {
            #expect(messages.map(\.sequence) == [1, 2])
        }
        #expect(try await worker.deliverDue() == DeliverySummary())
        #expect(transport.sent.count == 80)
    }

    @Test("deliverDue does not wait for messages that are due later")
    func dueLater() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<1)
        let worker = try scene.worker(PlayedTransport { _ in .answer(.answer(500)) })
        #expect(try await worker.deliverDue().failed == 1)
        #expect(try await worker.deliverDue() == DeliverySummary())
        scene.clock.advance(.seconds(6))
        #expect(try await worker.deliverDue().failed == 1)
        #expect(scene.reports.all.count == 2)
    }

    @Test("run sends messages queued while it runs, and stop ends it")
    func wake() async throws {
        let scene = try WorkerScene()
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport)
        async let summary = worker.run()
        for number in 0..<5 {
            try scene.queue(visits: number..<number + 1)
            worker.wake()
            await transport.arrival(ofAll: number + 1)
        }
        worker.stop()
        #expect(try await summary.delivered == 5)
        #expect(try scene.world.states() == Array(repeating: "delivered", count: 5))
    }

    @Test("run notices by itself the messages that other processes queue")
    func ticks() async throws {
        let scene = try WorkerScene()
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport, WorkerOptions(tick: .milliseconds(1)))
        async let summary = worker.run()
        await scene.clock.reads(3)
        try scene.queue(visits: 0..<1)
        await transport.arrival(ofAll: 1)
        worker.stop()
        #expect(try await summary.delivered == 1)
    }

    @Test("run makes and sends the messages of collected changes when they are due, in the order of the visit")
    func collected() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<1)
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport, WorkerOptions(tick: .milliseconds(1)))
        async let summary = worker.run()
        await transport.arrival(ofAll: 1)
        let start = SmallWorld.minute(0)
        for seconds in [900, 960] {
            let end = start.advanced(bySeconds: Double(seconds))
            try scene.world.write(visit: 0, from: start, endedAt: end, lateSeconds: 3_600, scene.clock.time)
            await scene.clock.reads(20)
        }
        #expect(transport.sent.count == 1)
        scene.clock.advance(.seconds(60))
        await transport.arrival(ofAll: 2)
        worker.stop()
        #expect(try await summary.delivered == 2)
        let messages = try scene.world.messages()
        #expect(messages.map(\.type) == ["visit.entered", "visit.exited"])
        #expect(messages.last?["exited_at"] == start.advanced(bySeconds: 960).iso8601)
    }

    @Test("stop waits for messages in flight and starts no new ones")
    func stopWaits() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<2)
        let transport = PlayedTransport { _ in .hold }
        let options = WorkerOptions(totalLimit: 1, tick: .seconds(3600), stopPatience: .seconds(3600))
        let worker = try scene.worker(transport, options)
        async let summary = worker.run()
        await transport.arrival(ofAll: 1)
        worker.stop()
        transport.release(.answer(204))
        #expect(try await summary.delivered == 1)
        #expect(transport.sent.count == 1)
        #expect(try scene.world.states() == ["delivered", "pending"])
    }

    @Test("messages in flight at the timeout are cancelled, do not count, and are sent again by the next worker")
    func interrupted() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<3)
        let transport = PlayedTransport { _ in .hold }
        let worker = try scene.worker(transport, WorkerOptions(tick: .seconds(3600), stopPatience: .zero))
        async let summary = worker.run()
        await transport.arrival(ofAll: 3)
        worker.stop()
        #expect(try await summary == DeliverySummary())
        #expect(try scene.world.states() == ["pending", "pending", "pending"])
        #expect(try scene.attempts().isEmpty)
        #expect(try scene.world.endpoints.endpoint(EndpointID("partner")).failingSince == nil)

        let next = PlayedTransport { _ in .answer(.answer(204)) }
        #expect(try await scene.worker(next).deliverDue().delivered == 3)
        let ids = [transport, next].map { Set($0.sent.compactMap { $0.value("webhook-id") }) }
        #expect(ids[0] == ids[1])
        #expect(Set(transport.sent.map(\.body)) == Set(next.sent.map(\.body)))
        #expect(try scene.attempts().map(\.number) == [1, 1, 1])
    }

    @Test("the task's cancellation ends run at once, and messages in flight do not count")
    func cancelled() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<1)
        let transport = PlayedTransport { _ in .hold }
        let worker = try scene.worker(transport)
        let task = Task { try await worker.run() }
        await transport.arrival(ofAll: 1)
        task.cancel()
        #expect(try await task.value == DeliverySummary())
        #expect(try scene.attempts().isEmpty)
    }

    @Test("a second concurrent stop does not prolong the timeout of the first")
    func stoppedTwice() {
        var round = DeliveryRound()
        round.process([.stop, .stop])
        #expect(round.wasStopRequested && round.isStopping)
        round.wasStopRequested = false
        round.process([.stop])
        #expect(!round.wasStopRequested)
    }

    @Test("of two workers on one database the second is refused, until the first has ended", arguments: [false, true])
    func twoWorkers(byLink: Bool) async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<1)
        let transport = PlayedTransport { _ in .hold }
        let first = try scene.worker(transport)
        async let summary = first.run()
        await transport.arrival(ofAll: 1)

        var path = scene.world.store.path
        if byLink {
            let link = path + "-by-another-name"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            path = link
        }
        let other = PlayedTransport { _ in .answer(.answer(204)) }
        let second = try scene.worker(other, store: VisitStore(path: path))
        for _ in 0..<2 {
            let error = await #expect(throws: VisitPipelineError.self) { try await second.deliverDue() }
            #expect(error?.code == .deliveringElsewhere)
        }
        #expect(other.sent.isEmpty)
        first.stop()
        transport.release(.answer(204))
        #expect(try await summary.delivered == 1)
        try scene.queue(visits: 1..<2)
        #expect(try await second.deliverDue().delivered == 1)
    }

    @Test("an endpoint that hangs holds up no other")
    func hanging() async throws {
        let scene = try WorkerScene(endpoints: ["hangs", "partner"])
        try scene.queue(visits: 0..<150, ended: true)
        let transport = PlayedTransport { $0.url.text.hasSuffix("/hangs") ? .hold : .answer(.answer(204)) }
        let options = WorkerOptions(totalLimit: 8, tick: .seconds(3600), stopPatience: .zero)
        let worker = try scene.worker(transport, options)
        async let summary = worker.run()
        await transport.arrival(ofAll: 300 + EndpointPace.firstLimit)
        worker.stop()
        #expect(try await summary.delivered == 300)
        #expect(try scene.world.states("partner") == Array(repeating: "delivered", count: 300))
        #expect(transport.sent.count { $0.url.text.hasSuffix("/hangs") } == EndpointPace.firstLimit)
        #expect(try !scene.world.states("hangs").contains("delivered"))
    }
}
