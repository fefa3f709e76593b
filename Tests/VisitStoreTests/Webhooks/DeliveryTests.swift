import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Delivery of messages")
struct DeliveryTests {
    @Test("the messages of a visit wait for each other, those of different visits do not")
    func order() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        for id in ["v1", "v2"] {
            try scene.write(try scene.visit(id))
            try scene.write(try scene.visit(id, ended: true))
        }
        #expect(try scene.states("e") == ["v1 pending 0", "v1 waiting 0", "v2 pending 0", "v2 waiting 0"])
        try scene.finish(endpoint, at: 1, limit: 1, .tryAgain(at: .march(100)))
        #expect(try scene.states("e") == ["v1 pending 1", "v1 waiting 0", "v2 pending 0", "v2 waiting 0"])
        try scene.finish(endpoint, at: 2, limit: 1, .delivered)
        #expect(try scene.states("e") == ["v1 pending 1", "v1 waiting 0", "v2 delivered 1", "v2 pending 0"])
        try scene.finish(endpoint, at: 200, limit: 2, .dead)
        #expect(try scene.states("e") == ["v1 dead 2", "v1 pending 0", "v2 delivered 1", "v2 dead 1"])
    }

    @Test("due messages come in order of due time, beside those in flight, and the next time is returned")
    func due() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        for number in 0..<5 { try scene.write(try scene.visit("v\(number)"), at: Double(10 * number)) }
        let first = try scene.store.outbox.due(to: endpoint.key, at: .march(25), limit: 2)
        #expect(first.due.map(\.subject) == ["v0", "v1"])
        #expect(first.nextDueAt == nil)
        let underWay = Set(first.due.map(\.message))
        let second = try scene.store.outbox.due(to: endpoint.key, at: .march(25), limit: 2, excluding: underWay)
        #expect(second.due.map(\.subject) == ["v2"])
        #expect(second.nextDueAt == .march(30))
        let none = try scene.store.outbox.due(to: endpoint.key, at: .march(-1), limit: 2)
        #expect(none.due.isEmpty && none.nextDueAt == .march(0))
    }

    @Test("dead messages, one message, and all since a time are queued again, with their ids and in their order")
    func replay() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        for id in ["v1", "v2", "v3"] {
            try scene.write(try scene.visit(id), at: 0)
            try scene.write(try scene.visit(id, ended: true), at: 50)
        }
        try scene.finish(endpoint, at: 60, limit: 1, .dead)
        for second in 61..<70 { try scene.finish(endpoint, at: Double(second), limit: 1, .delivered) }
        #expect(try scene.states("e").filter { $0.contains("dead") } == ["v1 dead 1"])
        let store = scene.store
        #expect(try store.outbox.replay(ReplayRequest(.dead), at: .march(100)) == 1)
        #expect(try store.outbox.replay(ReplayRequest(.dead), at: .march(100)) == 0)
        #expect(try scene.due(endpoint) == ["v1 1 Gym A 0/0"])
        try scene.finish(endpoint, at: 110, .delivered)

        #expect(try store.outbox.replay(ReplayRequest(.since(.march(0))), at: .march(200)) == 6)
        #expect(
            try scene.states("e").map { $0.split(separator: " ")[1] } == [
                "pending", "waiting", "pending", "waiting", "pending", "waiting",
            ]
        )
        for second in 210..<220 { try scene.finish(endpoint, at: Double(second), .delivered) }
        let message = try #require(try store.dueMessageIDs().first)
        #expect(try store.outbox.replay(ReplayRequest(.message(message)), at: .march(300)) == 1)
        #expect(try store.outbox.replay(ReplayRequest(.message(MessageID("msg_none"))), at: .march(300)) == 0)
        try scene.finish(endpoint, at: 310, .delivered)
        #expect(try store.outbox.attempts(of: message).map(\.attempt.number) == [1, 2, 3])
    }

    @Test("a new endpoint gets past messages only by a replay")
    func replayToNew() throws {
        let scene = try OutboxScene()
        try scene.add("old")
        try scene.write(try scene.visit("v1"), at: 0)
        try scene.write(try scene.visit("v1", ended: true), at: 10)
        let new = try scene.add("new", types: [.visitExited])
        #expect(try scene.due(new).isEmpty)
        let emitted = try scene.store.dueMessageIDs()
        #expect(emitted.count == 2)
        for id in emitted {
            #expect(try scene.store.outbox.replay(ReplayRequest(.message(id), to: new.key), at: .march(20)) == 0)
        }
        #expect(try scene.store.outbox.replay(ReplayRequest(.since(.march(0)), to: new.key), at: .march(20)) == 1)
        #expect(try scene.due(new) == ["v1 2 Gym A 0/0"])
    }

    @Test("more messages than one batch are replayed to the last")
    func replayMany() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        var commit = DeviceCommit(device: scene.device, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        commit.visits = try (0..<2_500).map { try scene.visit("v\($0)") }
        try scene.store.commit([commit], publishing: OutboxScene.publishing())
        for _ in 0..<3 { try scene.finish(endpoint, at: 1, .dead) }
        #expect(try scene.store.outbox.replay(ReplayRequest(.dead), at: .march(2)) == 2_500)
    }

    @Test("purging deletes the dead, cleaning up the delivered; waiting ones stay")
    func purge() throws {
        let scene = try OutboxScene()
        let (one, two) = (try scene.add("one"), try scene.add("two"))
        for id in ["v1", "v2", "v3"] { try scene.write(try scene.visit(id)) }
        try scene.finish(one, at: 10, limit: 1, .dead)
        try scene.finish(one, at: 20, limit: 1, .delivered)
        try scene.finish(two, at: 30, limit: 2, .delivered)
        let store = scene.store
        #expect(try store.outbox.purgeDead(of: two.key) == 0)
        #expect(try store.outbox.purgeDead(before: .march(10)) == 0)
        #expect(try store.outbox.purgeDead(before: .march(11)) == 1)
        #expect(try store.outbox.purgeDelivered(before: .march(30), limit: 10) == 1)
        #expect(try store.outbox.purgeDelivered(before: .march(31), limit: 1) == 1)
        #expect(try store.outbox.purgeDelivered(before: .march(31), limit: 10) == 1)
        #expect(try scene.states("one") == ["v3 pending 0"])
        #expect(try scene.states("two") == ["v3 pending 0"])
        #expect(try store.number("SELECT count(*) FROM webhook_message") == 1)
        #expect(try store.number("SELECT count(*) FROM webhook_attempt") == 0)
        try store.endpoints.remove(one.key)
        #expect(try store.number("SELECT count(*) FROM webhook_message") == 1)
        try store.endpoints.remove(two.key)
        #expect(try store.number("SELECT count(*) FROM webhook_message") == 0)
    }

    @Test("due and dead messages are found by their indexes, in order")
    func plans() throws {
        let scene = try OutboxScene()
        try scene.add("e")
        let statements = [
            (OutboxRepository.dueSQL, "webhook_delivery_due"), (DeliveryReplay.sql(.dead), "webhook_delivery_dead"),
        ]
        for (sql, index) in statements {
            let details = try scene.store.planDetails(sql)
            #expect(details.contains { $0.contains(index) }, "\(details)")
            #expect(!details.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN") }, "\(details)")
        }
    }
}

extension VisitStore {
    /// The ids of all messages, the latest first.
    fileprivate func dueMessageIDs() throws -> [MessageID] {
        var ids: [MessageID] = []
        try outbox.forEach { ids.append($0.message) }
        return ids
    }

    /// SQLite's query plan of a statement.
    func planDetails(_ sql: String) throws -> [String] {
        try database.read { db in
            var details: [String] = []
            try PreparedStatement(db, "EXPLAIN QUERY PLAN " + sql).forEachRow { details.append($0.text(3)) }
            return details
        }
    }
}
