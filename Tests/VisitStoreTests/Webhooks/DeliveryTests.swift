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

    @Test("due messages are found by their index, in order")
    func plans() throws {
        let scene = try OutboxScene()
        try scene.add("e")
        let details = try scene.store.planDetails(OutboxRepository.dueSQL)
        #expect(details.contains { $0.contains("webhook_delivery_due") }, "\(details)")
        #expect(!details.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN") }, "\(details)")
    }
}

extension VisitStore {
    /// SQLite's query plan of a statement.
    func planDetails(_ sql: String) throws -> [String] {
        try database.read { db in
            var details: [String] = []
            try PreparedStatement(db, "EXPLAIN QUERY PLAN " + sql).forEachRow { details.append($0.text(3)) }
            return details
        }
    }
}
