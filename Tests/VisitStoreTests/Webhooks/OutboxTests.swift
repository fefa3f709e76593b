import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Queuing messages with the changes that they report")
struct OutboxTests {
    @Test("a message is numbered and counts the changes written with it")
    func numbers() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        try scene.write(try scene.visit("v1", counted: true), try scene.visit("v2", "b", counted: true))
        try scene.write(try scene.visit("v1", ended: true, counted: true), at: 10)
        #expect(try scene.due(endpoint) == ["v1 1 Gym A 2/1", "v2 1 Gym B 2/1"])
        try scene.finish(endpoint, at: 20, .delivered)
        #expect(try scene.due(endpoint) == ["v1 2 Gym A 2/1"])
    }

    @Test("a change that is not written is not reported")
    func rollback() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        let unknown = try scene.visit("v2", "nowhere")
        #expect(throws: StorageError.self) { try scene.write(try scene.visit("v1"), unknown) }
        #expect(try scene.due(endpoint).isEmpty)
        #expect(try scene.store.visits.all().isEmpty)
    }

    @Test("an unchanged write is not reported again")
    func again() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e")
        for _ in 0..<3 { try scene.write(try scene.visit("v1")) }
        #expect(try scene.due(endpoint).count == 1)
    }

    @Test("the phone's position goes only to endpoints that requested it")
    func location() throws {
        let scene = try OutboxScene()
        let (plain, curious) = (try scene.add("plain"), try scene.add("curious", includesLocation: true))
        let entered = JournalEvent.Kind.entered(try FacilityID("a"), visit: try VisitID("v1"))
        try scene.write(try scene.visit("v1"), events: [try event("e1", at: 1, entered)])
        #expect(try scene.due(plain) == ["v1 1 Gym A 0/0"])
        #expect(try scene.due(curious) == ["v1 1 Gym A 0/0 at 45.5"])
    }

    @Test("a phone's error is reported once, however often late input rewrites it")
    func deviceError() throws {
        let scene = try OutboxScene()
        let endpoint = try scene.add("e", types: [.deviceError])
        let error = try event("e1", at: 5, .error(code: "too_many_geofences", message: "20 are allowed"))
        try scene.write(events: [error])
        for _ in 0..<2 {
            var again = DeviceCommit(
                device: scene.device,
                state: [],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: nil
            )
            again.replaceEventsFrom = .march(0)
            try scene.store.commit([again], publishing: OutboxScene.publishing())
            again.replaceEventsFrom = nil
            again.events = [error]
            try scene.store.commit([again], publishing: OutboxScene.publishing())
        }
        #expect(try scene.due(endpoint) == ["device.error"])
    }

    @Test("registrations and heartbeats go only to endpoints that request their types")
    func deviceEvents() throws {
        let scene = try OutboxScene()
        let asking = try scene.add("asking", types: [.geofencesRegistered, .geofencesUnregistered, .deviceHeartbeat])
        let standard = try scene.add("standard")
        let key = FacilityKey(rawValue: 1)
        try scene.write(events: [
            try event("e1", at: 1, .registered([key])), try event("e2", at: 2, .unregistered([key])),
            try event("e3", at: 3, .unregistered(nil)), try event("e4", at: 4, .heartbeat),
        ])
        let sent = try scene.due(asking)
        #expect(
            sent == [
                "geofences.registered [\"a\"]", "geofences.unregistered", "geofences.unregistered", "device.heartbeat",
            ]
        )
        #expect(try scene.due(standard).isEmpty)
    }

    @Test("events without a visit go only to endpoints that name their type, and visits by type and facility")
    func wants() throws {
        let gyms: Set<FacilityID> = [try FacilityID("a")]
        func endpoint(_ types: Set<MessageType>?, _ facilities: Set<FacilityID>?) throws -> WebhookEndpoint {
            WebhookEndpoint(id: try EndpointID("e"), url: "", types: types, facilities: facilities)
        }
        for type in MessageType.allCases {
            #expect(try endpoint(nil, nil).wants(type, of: nil) == type.rawValue.hasPrefix("visit."))
        }
        #expect(try endpoint([.deviceError], nil).wants(.deviceError, of: nil))
        #expect(try endpoint([.deviceError], gyms).wants(.deviceError, of: nil))
        #expect(try !endpoint([.visitEntered], nil).wants(.deviceError, of: nil))
        #expect(try !endpoint(nil, gyms).wants(.visitEntered, of: FacilityID("b")))
        #expect(try endpoint(nil, gyms).wants(.visitEntered, of: FacilityID("a")))
    }

    @Test("a disabled endpoint collects messages, and is named to the others")
    func disabling() throws {
        let scene = try OutboxScene()
        let (endpoint, other) = (try scene.add("e"), try scene.add("other", types: [.endpointDisabled]))
        let disabling = StoredEndpoint.Disabling(at: .march(5), reason: .gone)
        let change = EndpointChange(endpoint: endpoint.key, failingSince: .march(1), disabling: disabling)
        for expected in [1, 0] {
            #expect(
                try scene.store.outbox.record([], [change], publishing: OutboxScene.publishing(5)).count == expected
            )
        }
        #expect(try scene.due(other) == ["endpoint.disabled"])
        try scene.write(try scene.visit("v1"))
        #expect(try scene.due(endpoint) == ["v1 1 Gym A 0/0"])
        let stored = try #require(try scene.store.endpoints.find(endpoint.endpoint.id))
        #expect(stored.disabling == disabling)
        #expect(stored.revision > endpoint.revision)
    }
}
