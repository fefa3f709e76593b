import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The event journal")
struct EventTests {
    private func store() throws -> (VisitStore, DeviceKey) {
        let store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        return (store, try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios))
    }

    private func commit(_ device: DeviceKey, _ events: [JournalEvent], replaceFrom: Double? = nil) -> DeviceCommit {
        var commit = DeviceCommit(device: device, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        commit.events = events
        commit.replaceEventsFrom = replaceFrom.map { .march($0) }
        return commit
    }

    @Test("every kind of event is read back unchanged")
    func roundTrip() throws {
        let (store, device) = try store()
        let (a, b, visit) = (try FacilityID("a"), try FacilityID("b"), try VisitID("v"))
        let (aKey, bKey) = (try store.keys("a"), try store.keys("b"))
        let kinds: [(stored: JournalEvent.Kind, emitted: GeofenceEvent.Kind)] = [
            (.registered(bKey + aKey), .registered([b, a])), (.registered([]), .registered([])),
            (.unregistered(aKey), .unregistered([a])), (.unregistered([]), .unregistered([])),
            (.unregistered(nil), .unregistered(nil)), (.entered(a, visit: visit), .entered(a, visit: visit)),
            (.dwell(a, visit: visit), .dwell(a, visit: visit)), (.exited(a, visit: visit), .exited(a, visit: visit)),
            (.heartbeat, .heartbeat),
            (
                .error(code: "too_many_geofences", message: "20 are registered"),
                .error(code: "too_many_geofences", message: "20 are registered")
            ),
        ]
        let entries = try kinds.enumerated().map { index, kind in
            try event("e\(index)", at: Double(index), located: index % 3 > 0, kind.stored)
        }
        try store.commit([commit(device, entries)])
        let emitted = try store.events.all()
        #expect(emitted.map(\.kind) == kinds.map(\.emitted))
        #expect(emitted.map(\.kind.name) == kinds.map(\.stored.name))
        #expect(emitted.map(\.id) == entries.map(\.id))
        #expect(emitted.map(\.device.text) == entries.map { _ in "x" })
        #expect(emitted.map(\.occurredAt) == entries.map(\.occurredAt))
        #expect(emitted.map(\.observedAt) == entries.map(\.observedAt))
        #expect(emitted.map(\.location) == entries.map(\.location))
    }

    @Test("keys of any length are read back", arguments: [1, 9, 10, 99, 100, 12_345, 2_147_483_647])
    func longKeys(key: Int64) throws {
        let (store, device) = try store()
        try store.database.pool.write { db in
            try db.execute(
                sql: "INSERT INTO facility VALUES (?, 'far', '', '', '', '', '', '', NULL)",
                arguments: [key + 2]
            )
        }
        let keys = [FacilityKey(rawValue: key + 2)] + (try store.keys("a"))
        try store.commit([commit(device, [event("e", at: 1, .registered(keys))])])
        #expect(try store.events.all().map(\.kind) == [.registered([FacilityID("far"), FacilityID("a")])])
    }

    @Test("events come in order of occurrence, and at one moment in order of detection")
    func order() throws {
        let (store, device) = try store()
        try store.commit([
            commit(
                device,
                [
                    try event("late", at: 30, occurred: 5, .heartbeat),
                    try event("second", at: 10, ordinal: 1, .heartbeat),
                    try event("first", at: 10, ordinal: 0, .heartbeat),
                    try event("third", at: 20, occurred: 10, .heartbeat),
                ]
            )
        ])
        #expect(try store.events.all().map(\.id.text) == ["late", "first", "second", "third"])
    }

    @Test("filters restrict by device, member, time and number")
    func filters() throws {
        let (store, x) = try store()
        let y = try store.devices.ensure(DeviceID("y"), member: MemberID("ben"), platform: .android)
        try store.commit([
            commit(x, try (0..<5).map { try event("x\($0)", at: Double($0), .heartbeat) }),
            commit(y, try (0..<5).map { try event("y\($0)", at: Double($0), .heartbeat) }),
        ])
        func ids(_ filter: EventFilter) throws -> [String] { try store.events.all(matching: filter).map(\.id.text) }
        #expect(try ids(EventFilter(device: DeviceID("y"), limit: 2)) == ["y0", "y1"])
        #expect(try ids(EventFilter(member: MemberID("anna"), since: .march(3))) == ["x3", "x4"])
        #expect(try ids(EventFilter(since: .march(1), until: .march(2))) == ["x1", "y1"])
        #expect(try ids(EventFilter(device: DeviceID("zzz"))).isEmpty)
    }

    @Test("the end of a journal is replaced, and an unchanged event keeps its first observation time")
    func replaceEnd() throws {
        // Given a journal
        let (store, device) = try store()
        let other = try store.devices.ensure(DeviceID("y"), member: MemberID("ben"), platform: .ios)
        try store.commit([
            commit(device, try (1...4).map { try event("e\($0)", at: Double($0), observed: 100, .heartbeat) }),
            commit(other, [try event("o", at: 9, observed: 100, .heartbeat)]),
        ])
        // When late input changes its end: e3 comes again at another position, e2 and e4 don't, n is new
        let again = [
            try event("n", at: 2, observed: 200, .heartbeat),
            try event("e3", at: 3, ordinal: 1, observed: 200, .heartbeat),
        ]
        try store.commit([commit(device, again, replaceFrom: 2)])
        // Then
        let found = try store.events.all(matching: EventFilter(device: DeviceID("x")))
        #expect(found.map(\.id.text) == ["e1", "n", "e3"])
        #expect(found.map(\.observedAt) == [.march(100), .march(200), .march(100)])
        #expect(try store.events.all(matching: EventFilter(device: DeviceID("y"))).count == 1)
    }

    @Test("a position in the journal is unique")
    func conflict() throws {
        let (store, device) = try store()
        try store.commit([commit(device, [try event("e", at: 1, .heartbeat)])])
        let before = try store.dump()
        let error = #expect(throws: StorageError.self) {
            try store.commit([commit(device, [try event("f", at: 2, .heartbeat), try event("e", at: 1, .heartbeat)])])
        }
        #expect(error?.code == .conflict)
        #expect(try store.dump() == before)
    }
}
