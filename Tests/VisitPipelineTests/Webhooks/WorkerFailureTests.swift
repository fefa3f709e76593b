import HTTPTransport
import SQLiteStorage
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

@Suite("A worker whose database fails")
struct WorkerFailureTests {
    @Test("reports it once, and records every outcome once when the database works again")
    func writes() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<3)
        let transport = PlayedTransport { _ in .hold }
        let worker = try scene.worker(transport, WorkerOptions(tick: .milliseconds(1)))
        async let summary = worker.run()
        await transport.arrival(ofAll: 3)
        for breakdown in 1...2 {
            try scene.world.breakRecords()
            transport.release(.answer(204))
            // Enough for many attempts to record the outcomes.
            await scene.clock.reads(50)
            #expect(scene.reports.troubles.count == breakdown)
            #expect(scene.reports.troubles.last?.description.contains("the disk is full") == true)
            #expect(!(try scene.world.states().suffix(3).contains("delivered")))
            try scene.world.mendRecords()
            try scene.queue(visits: 3 * breakdown..<3 * breakdown + 3)
            await transport.arrival(ofAll: 3 + 3 * breakdown)
        }
        transport.release(.answer(204))
        worker.stop()
        #expect(try await summary.delivered == 9)
        #expect(transport.sent.count == 9)
        #expect(try scene.world.states() == Array(repeating: "delivered", count: 9))
        #expect(try scene.attempts().map(\.number) == Array(repeating: 1, count: 9))
        #expect(scene.reports.all.count == 2)
    }

    @Test("sends what is queued while it can't make the messages of collected changes")
    func collected() async throws {
        let scene = try WorkerScene()
        let start = SmallWorld.minute(0)
        try scene.world.write(visit: 0, from: start, endedAt: nil, lateSeconds: 3_600, scene.clock.time)
        scene.clock.advance(.seconds(60))
        try scene.world.meddle(
            """
            CREATE TRIGGER broken BEFORE DELETE ON collected_change BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
            """
        )
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport, WorkerOptions(tick: .milliseconds(1)))
        async let summary = worker.run()
        await scene.clock.reads(20)
        try scene.queue(visits: 1..<2)
        await transport.arrival(ofAll: 1)
        #expect(scene.reports.troubles.count == 1)
        try scene.world.mendRecords()
        await transport.arrival(ofAll: 2)
        worker.stop()
        #expect(try await summary.delivered == 2)
        #expect(scene.reports.troubles.count == 1)
    }

    @Test("stopped, it does not wait for the database for ever; the next worker sends again")
    func stopping() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<2)
        let transport = PlayedTransport { _ in .hold }
        let worker = try scene.worker(transport, WorkerOptions(tick: .milliseconds(1), stopPatience: .milliseconds(1)))
        let run = Task { try await worker.run() }
        await transport.arrival(ofAll: 2)
        try scene.world.breakRecords()
        transport.release(.answer(204))
        await scene.clock.reads(5)
        worker.stop()
        await #expect(throws: StorageError.self) { try await run.value }
        try scene.world.mendRecords()
        let next = PlayedTransport { _ in .answer(.answer(204)) }
        #expect(try await scene.worker(next).deliverDue().delivered == 2)
        #expect(try scene.attempts().map(\.number) == [1, 1])
    }

    @Test("deliverDue fails; called again it records the known outcomes and sends only the rest")
    func deliverDueAgain() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<10)
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport)
        try scene.world.breakRecords()
        for _ in 0..<2 {
            await #expect(throws: StorageError.self) { try await worker.deliverDue() }
        }
        #expect(transport.sent.count == EndpointPace.firstLimit)
        try scene.world.mendRecords()
        #expect(try await worker.deliverDue().delivered == 10)
        #expect(transport.sent.count == 10)
        #expect(try scene.attempts().map(\.number) == Array(repeating: 1, count: 10))
    }

    @Test("an unreadable message is reported once, and other endpoints get theirs")
    func reads() async throws {
        let scene = try WorkerScene(endpoints: [])
        try scene.world.addEndpoint("broken", types: [.visitEntered])
        try scene.world.addEndpoint("partner", types: [.visitExited])
        try scene.queue(visits: 0..<1, ended: true)
        try scene.world.meddle("UPDATE webhook_message SET type = 'of.the.future' WHERE type = 'visit.entered'")
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport, WorkerOptions(tick: .milliseconds(1)))
        async let summary = worker.run()
        // The worker checks again after a second, several times in all.
        for _ in 0..<10 {
            await scene.clock.reads(3)
            scene.clock.advance(.seconds(1))
        }
        await scene.clock.reads(3)
        #expect(scene.reports.all.count == 1, "\(scene.reports.all)")
        await transport.arrival(ofAll: 1)
        try scene.world.meddle("UPDATE webhook_message SET type = 'visit.entered' WHERE type = 'of.the.future'")
        scene.clock.advance(.seconds(1))
        await transport.arrival(ofAll: 2)
        worker.stop()
        #expect(try await summary.delivered == 2)
    }
}
