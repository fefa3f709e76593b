import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Endpoints as they are stored")
struct EndpointTests {
    @Test("an endpoint is read as it was added, and an id is used once")
    func add() throws {
        let store = try VisitStore.temporary()
        let endpoint = WebhookEndpoint(
            id: try EndpointID("partner \"1\""),
            url: "https://example.com/hook?a=b",
            types: [.visitExited, .visitEntered],
            facilities: [try FacilityID("é,\"x")],
            format: .cloudEvents,
            includesLocation: true,
            exceptions: [.privateAddress, .unusualPort]
        )
        try store.endpoints.add(endpoint, secret: [9, 8], at: .march(3))
        let stored = try #require(try store.endpoints.find(endpoint.id))
        #expect(stored.endpoint == endpoint)
        #expect(stored.secret == [9, 8])
        #expect(stored.createdAt == .march(3))
        #expect(stored.disabling == nil && stored.failingSince == nil && stored.previousSecret == nil)
        #expect(throws: StorageError(.repeatedName, "")) {
            try store.endpoints.add(endpoint, secret: [], at: .march())
        }
        #expect(try store.endpoints.find(EndpointID("other")) == nil)
    }

    @Test("a secret is replaced with or without an overlap, and each change raises the revision")
    func secrets() throws {
        let scene = try OutboxScene()
        let first = try scene.add("e")
        try scene.store.endpoints.replaceSecret(of: first.key, by: [3], keepingPreviousUntil: .march(60))
        let second = try #require(try scene.store.endpoints.find(first.endpoint.id))
        #expect(second.secret == [3])
        #expect(second.previousSecret == .init(encrypted: [1, 2], until: .march(60)))
        try scene.store.endpoints.replaceSecret(of: first.key, by: [4], keepingPreviousUntil: nil)
        let third = try #require(try scene.store.endpoints.find(first.endpoint.id))
        #expect(third.secret == [4] && third.previousSecret == nil)
        #expect(first.revision < second.revision && second.revision < third.revision)
    }

    @Test("the mark of the outbox changes with a message and with an endpoint")
    func mark() throws {
        let scene = try OutboxScene()
        var marks = [try scene.store.outbox.mark()]
        let endpoint = try scene.add("e")
        marks.append(try scene.store.outbox.mark())
        try scene.write(try scene.visit("v1"))
        marks.append(try scene.store.outbox.mark())
        try scene.store.endpoints.disable(endpoint.key, .init(at: .march(), reason: .byHand))
        marks.append(try scene.store.outbox.mark())
        #expect(Set(marks).count == 4)
        #expect(try scene.store.outbox.mark() == marks[3])
    }

    @Test("a key is never given out again")
    func keys() throws {
        let scene = try OutboxScene()
        let first = try scene.add("e")
        try scene.store.endpoints.remove(first.key)
        #expect(try scene.add("e").key != first.key)
    }
}
