import GRDB
import Testing
import VisitModel

@testable import VisitStore

@Suite("Older databases")
struct MigrationTests {
    @Test("a database of the first schema keeps its events, and goes on taking them")
    func keepsEvents() throws {
        // Given a database as the first version left it
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitStore.configuration())
        try VisitStore.migrator().migrate(pool, upTo: "0001-initial")
        try pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO facility VALUES (7, 'a', 'A', '', '', '', '', '', NULL);
                    INSERT INTO member VALUES (1, 'anna', 0, NULL);
                    INSERT INTO device VALUES (3, 'x', 1, 'ios', NULL);
                    INSERT INTO event VALUES (3, 5000, 0, 'r', 'Registered', 5000, 6000, NULL, NULL, '[7]', 45.5, -93.25,
                        12.5, 5000, NULL, NULL);
                    INSERT INTO event VALUES (3, 9000, 0, 'e', 'Entered', 8000, 9500, 7, 'v', NULL, NULL, NULL, NULL, NULL,
                        NULL, NULL);
                    """
            )
        }
        try pool.close()
        // When this version opens it
        let store = try VisitStore(path: path)
        // Then
        let events = try store.events()
        #expect(events.map(\.id.text) == ["r", "e"])
        #expect(
            events.map(\.kind) == [
                .registered([try FacilityID("a")]), .entered(try FacilityID("a"), visit: try VisitID("v")),
            ]
        )
        #expect(events.map(\.observedAt.milliseconds) == [6000, 9500])
        #expect(events.first?.location?.accuracy == 12.5)
        var commit = DeviceCommit(
            device: DeviceKey(rawValue: 3),
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        commit.events = [try event("late", at: 0, .heartbeat)]
        try store.commit([commit])
        #expect(try store.events().map(\.id.text) == ["r", "e", "late"])
        #expect(try store.number("SELECT count(*) FROM pragma_index_list('event')") == 4)
    }

    @Test("a token of before there were environments is a live one, and nothing is set for phones")
    func liveTokens() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitStore.configuration())
        try VisitStore.migrator().migrate(pool, upTo: "0005-intake")
        try pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO access_token (id, note, role, member, digest, created_ms)
                    VALUES ('t', 'n', 'ingest', 'anna', x'01', 5), ('r', 'n', 'read', NULL, x'02', 6)
                    """
            )
        }
        try pool.close()
        let store = try VisitStore(path: path)
        #expect(try store.accessTokens().map(\.environment) == [.live, .live])
        #expect(try store.accessToken(TokenID("t"))?.digest == [1])
        #expect(try store.trackingOptions() == [])
        #expect(try store.trackingOptionsRevision() == 0)
    }

    @Test("an event of no known kind is refused")
    func unknownKind() throws {
        let store = try VisitStore.temporary()
        let device = try store.ensureDevice(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        #expect(throws: DatabaseError.self) {
            try store.pool.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO event (device, trigger_ms, ordinal, event_id, kind, occurred_ms, observed_ms)
                        VALUES (?, 1, 0, 'e', 'Teleported', 1, 1)
                        """,
                    arguments: [device.rawValue]
                )
            }
        }
    }
}
