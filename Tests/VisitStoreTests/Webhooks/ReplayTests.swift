import GRDB
import SQLiteStorage
import StoreTestSupport
import LongTests
import Testing
import VisitModel

@testable import VisitStore

@Suite("Sending messages now")
struct ReplayTests {
    private typealias State = ReplayRequest.State

    /// An endpoint with a message in every state: `v1` waits for a retry and then for itself, `v2` is dead, `v3` delivered,
    /// `v4` due.
    private static func mixed() throws -> (OutboxScene, StoredEndpoint) {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        try scene.write(try scene.visit("v1"), at: 0)
        try scene.write(try scene.visit("v1", ended: true), at: 10)
        try scene.finish(endpoint, at: 20, .tryAgain(at: .march(9_000)))
        try scene.write(try scene.visit("v2"), at: 30)
        try scene.finish(endpoint, at: 35, .dead)
        try scene.write(try scene.visit("v3"), at: 40)
        try scene.finish(endpoint, at: 45, .delivered)
        try scene.write(try scene.visit("v4"), at: 50)
        #expect(
            try scene.states("e") == ["v1 pending 1", "v1 waiting 0", "v2 dead 1", "v3 delivered 1", "v4 pending 0"]
        )
        return (scene, endpoint)
    }

    private static func counts(_ counts: ReplayCounts) -> [Int] { State.allCases.map { counts[$0] } + [counts.due] }

    /// The subjects of the messages that are due at a time, in the order in which they are sent.
    private static func due(_ scene: OutboxScene, _ endpoint: StoredEndpoint, at seconds: Double) throws -> [String] {
        try scene.store.outbox.due(to: endpoint.key, at: .march(seconds), limit: 100).due.map(\.subject)
    }

    @Test("a request counts the deliveries of every state, and changes none")
    func counting() throws {
        let (scene, _) = try Self.mixed()
        try scene.add("later", types: [.visitExited])
        let before = try scene.states("e")
        let request = ReplayRequest(since: .march(0))
        #expect(try Self.counts(scene.store.outbox.replayCounts(request, at: .march(100))) == [1, 1, 1, 1, 1, 1])
        #expect(try scene.states("e") == before)
        #expect(try scene.states("later").isEmpty)
    }

    @Test("without states, what failed is sent, and nothing that was delivered")
    func failed() throws {
        let (scene, endpoint) = try Self.mixed()
        let sent = try scene.store.outbox.replay(ReplayRequest(endpoint: endpoint.key), at: .march(100))
        #expect(Self.counts(sent) == [1, 1, 1, 0, 0, 0])
        #expect(
            try scene.states("e") == ["v1 pending 1", "v1 waiting 0", "v2 pending 1", "v3 delivered 1", "v4 pending 0"]
        )
        #expect(try Self.due(scene, endpoint, at: 100) == ["v4", "v1", "v2"])
        // The second of v1 follows the first at once.
        try scene.finish(endpoint, at: 101, .delivered)
        #expect(try Self.due(scene, endpoint, at: 101) == ["v1"])
        #expect(try scene.store.outbox.replay(ReplayRequest(endpoint: endpoint.key), at: .march(102)).due == 0)
    }

    @Test("delivered messages are sent only on request, after those that failed")
    func delivered() throws {
        let (scene, endpoint) = try Self.mixed()
        let request = ReplayRequest(since: .march(0), states: Set(State.allCases))
        #expect(Self.counts(try scene.store.outbox.replay(request, at: .march(100))) == [1, 1, 1, 0, 1, 0])
        #expect(try Self.due(scene, endpoint, at: 101) == ["v4", "v1", "v2", "v3"])
    }

    @Test(
        "messages are selected by id, by time and by state",
        arguments: [
            ("v1", nil, nil, nil, [1, 1, 0, 0, 0]), ("v2", nil, nil, nil, [0, 0, 1, 0, 0]),
            ("v3", nil, nil, nil, [0, 0, 0, 0, 1]), ("v3", nil, nil, [.dead], [0, 0, 0, 0, 0]),
            (nil, 30, nil, nil, [0, 0, 1, 0, 0]), (nil, nil, 30, nil, [1, 1, 0, 0, 0]),
            (nil, 10, 31, nil, [0, 1, 1, 0, 0]), (nil, nil, nil, [.dead], [0, 0, 1, 0, 0]),
            (nil, 40, 41, [.delivered], [0, 0, 0, 0, 1]), (nil, 500, nil, nil, [0, 0, 0, 0, 0]),
        ] as [(String?, Double?, Double?, Set<ReplayRequest.State>?, [Int])]
    )
    func selection(
        subject: String?,
        since: Double?,
        until: Double?,
        states: Set<ReplayRequest.State>?,
        expected: [Int]
    ) throws {
        let (scene, endpoint) = try Self.mixed()
        var messages: [MessageID?] = [nil]
        if let subject {
            messages = []
            try scene.store.outbox.forEach { if $0.subject == subject { messages.append($0.message) } }
        }
        var counts = [0, 0, 0, 0, 0]
        // The oldest first: a message makes the one due that it waits for.
        for message in messages.reversed() {
            let request = ReplayRequest(
                message: message,
                since: since.map { .march($0) },
                until: until.map { .march($0) },
                states: states
            )
            let matching = try scene.store.outbox.replayCounts(request, at: .march(100))
            let sent = try scene.store.outbox.replay(request, at: .march(100))
            for (place, state) in State.allCases.enumerated() {
                counts[place] += sent[state]
                if request.states.contains(state) { #expect(sent[state] == matching[state]) }
            }
        }
        #expect(counts == expected)
        // A message that waits makes the one due that it waits for.
        if counts[0] + counts[1] > 0 { #expect(try Self.due(scene, endpoint, at: 100).contains("v1")) }
    }

    @Test("a message keeps its id, and its tries begin again")
    func tries() throws {
        let (scene, endpoint) = try Self.mixed()
        let before = try scene.store.outbox.page(size: 10).deliveries.map(\.message)
        _ = try scene.store.outbox.replay(ReplayRequest(states: [.scheduled, .dead]), at: .march(100))
        let due = try scene.store.outbox.due(to: endpoint.key, at: .march(100), limit: 10).due
        #expect(due.allSatisfy { $0.tries == 0 })
        #expect(Set(due.map(\.id)).isSubset(of: before))
        try scene.finish(endpoint, at: 110, .delivered)
        let numbers = try due.map { try scene.store.outbox.attempts(of: $0.id).map(\.attempt.number) }
        #expect(numbers == [[1], [1, 2], [1, 2]])
    }

    @Test("an endpoint added later gets messages that it missed only in a time, and only those that it subscribes to")
    func missed() throws {
        let (scene, _) = try Self.mixed()
        let new = try scene.add("new", types: [.visitExited])
        let outbox = scene.store.outbox
        for message in try outbox.page(size: 10).deliveries.map(\.message) {
            let request = ReplayRequest(message: message, endpoint: new.key)
            #expect(try outbox.replay(request, at: .march(100))[.missed] == 0)
        }
        let all = ReplayRequest(endpoint: new.key)
        #expect(Self.counts(try outbox.replay(all, at: .march(100))) == [0, 0, 0, 0, 0, 0])
        let request = ReplayRequest(endpoint: new.key, since: .march(0))
        #expect(Self.counts(try outbox.replay(request, at: .march(100))) == [0, 0, 0, 1, 0, 0])
        #expect(try scene.due(new) == ["v1 2 Gym A 0/0"])
    }

    @Test("more messages than one batch are sent to the last", .long, arguments: [true, false])
    func batches(isDead: Bool) throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        var commit = DeviceCommit(device: scene.device, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        commit.visits = try (0..<2_500).map { try scene.visit("v\($0)") }
        try scene.store.commit([commit], publishing: OutboxScene.publishing())
        for _ in 0..<3 { try scene.finish(endpoint, at: 1, isDead ? .dead : .tryAgain(at: .march(9_000))) }
        let sent = try scene.store.outbox.replay(ReplayRequest(states: [.dead, .scheduled]), at: .march(2))
        #expect(sent[isDead ? .dead : .scheduled] == 2_500)
        let due = try scene.store.outbox.due(to: endpoint.key, at: .march(2), limit: 3_000).due
        #expect(due.count == 2_500)
    }

    @Test("an endpoint that proves that it works has its retries due, no failures, and a new revision")
    func wake() throws {
        let (scene, endpoint) = try Self.mixed()
        let other = try scene.add("other")
        let failing = EndpointChange(endpoint: endpoint.key, failingSince: .march(20), disabling: nil)
        try scene.store.outbox.record([], [failing], publishing: OutboxScene.publishing(60))
        #expect(try scene.store.outbox.wake(endpoint.key, at: .march(100)) == 1)
        #expect(try Self.due(scene, endpoint, at: 100) == ["v4", "v1"])
        let woken = try #require(try scene.store.endpoints.find(EndpointID("e")))
        #expect(woken.failingSince == nil)
        #expect(woken.revision > endpoint.revision)
        #expect(try scene.store.outbox.wake(endpoint.key, at: .march(100)) == 0)
        #expect(try scene.store.outbox.wake(other.key, at: .march(100)) == 0)
        #expect(try scene.store.endpoints.find(EndpointID("other"))?.revision == other.revision)
    }

    @Test("scheduled and dead messages are found by their indexes, not by reading all deliveries")
    func plans() throws {
        let (scene, endpoint) = try Self.mixed()
        let request = ReplayRequest(states: [.scheduled])
        let statements: [(SQL, String)] = [
            (DeliveryReplay.hurrySQL(.scheduled, of: request, endpoint.key, at: .march(0)), "webhook_delivery_due"),
            (DeliveryReplay.hurrySQL(.waiting, of: request, endpoint.key, at: .march(0)), "webhook_delivery_visit"),
            (DeliveryReplay.requeueSQL(.dead, of: request, endpoint.key, after: 0), "webhook_delivery_dead"),
        ]
        for (sql, index) in statements {
            let details = try scene.store.database.read { db in
                try PreparedStatement(db, "EXPLAIN QUERY PLAN \(sql)" as SQL).all { $0.text(3) }
            }
            #expect(details.contains { $0.contains(index) }, "\(details)")
            #expect(!details.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN") }, "\(details)")
        }
    }
}
