import GRDB
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Older databases")
struct MigrationTests {
    @Test("a database of the first schema keeps its events, and accepts new ones")
    func keepsEvents() throws {
        // Given a database as the first version left it
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0001-initial")
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
        let events = try store.events.all()
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
        #expect(try store.events.all().map(\.id.text) == ["r", "e", "late"])
        #expect(try store.number("SELECT count(*) FROM pragma_index_list('event')") == 4)
    }

    @Test("a token from before environments is a live one, and no tracking options are set")
    func liveTokens() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0005-intake")
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
        #expect(try store.accessTokens.all().map(\.environment) == [.live, .live])
        #expect(try store.accessTokens.find(TokenID("t"))?.digest == [1])
        #expect(try store.trackingOptions.all() == [])
        #expect(try store.trackingOptions.revision() == 0)
    }

    @Test("A database without assessments keeps its visits, reviews, stays and messages, and accepts unproven visits")
    func keepsVisits() throws {
        // Given a database of the version before assessments
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0006-tracking-options")
        let rows = (messages: "SELECT visit, id FROM webhook_message", indexes: Self.indexes, keys: Self.keys)
        let before = try pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO facility VALUES (7, 'a', 'A', '', '', '', '', '', NULL);
                    INSERT INTO member VALUES (1, 'anna', 0, NULL);
                    INSERT INTO device (key, id, member, platform) VALUES (3, 'x', 1, 'ios');
                    INSERT INTO visit VALUES
                        (9, 'v9', 1, 3, 7, 5000, 6000, 9000, 'closed', 'confirmed', 'counted', '2024-03', 19783, 4, 8000,
                            -1.5, 2, 'p', 3),
                        (4, 'v4', 1, 3, 7, 1000, NULL, NULL, 'declined', 'none', 'taken_back', '2024-02', 19782, 1, 1000,
                            2, 0, 'q', 0);
                    INSERT INTO visit_review VALUES ('v4', 'declined', 'no', 'r', 77, 'open', 'same_day');
                    INSERT INTO stay (id, device, facility, entered_ms, status, evidence, fixes_inside, last_proof_ms,
                        depth_m, doubts, touched_ms, visit_id)
                    VALUES ('s', 3, 7, 1000, 'open', 'none', 1, 1000, 2, 0, 1000, 'v4');
                    INSERT INTO webhook_message (id, type, visit, facility, subject, occurred_ms, queued_ms, body)
                    VALUES ('m', 'visit.exited', 9, 7, 'v9', 1, 2, x'00');
                    """
            )
            return (
                try String.fetchAll(db, sql: rows.indexes), try String.fetchAll(db, sql: rows.keys),
                try Row.fetchAll(db, sql: rows.messages)
            )
        }
        try pool.close()
        // When this version opens it
        let store = try VisitStore(path: path)
        // Then
        let after = try store.database.pool.read { db in
            (
                try String.fetchAll(db, sql: rows.indexes), try String.fetchAll(db, sql: rows.keys),
                try Row.fetchAll(db, sql: rows.messages)
            )
        }
        // Later versions add some.
        #expect(before.0.allSatisfy(after.0.contains), "\(after.0)")
        #expect(after.1 == before.1)
        #expect(after.2 == before.2)
        let visits = try store.visits.all()
        #expect(visits.map(\.id.text) == ["v4", "v9"])
        #expect(visits.allSatisfy { $0.assessment == nil })
        #expect(visits.map(\.depthMeters) == [2, -1.5])
        #expect(visits.map(\.policyVersion) == ["q", "p"])
        #expect(try store.visits.reviews(of: [VisitID("v4")]).values.map(\.note) == ["no"])
        let stays = try store.deviceStates.stays(of: DeviceKey(rawValue: 3), touchedFrom: Timestamp(milliseconds: 0))
        #expect(stays.map(\.id) == ["s"])
        #expect(stays.first?.evidenceState == nil)
        #expect(try store.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        // And a review of an unproven visit stores the evidence
        var visit = try #require(visits.last)
        visit.verdict = .unproven
        var commit = DeviceCommit(
            device: DeviceKey(rawValue: 3),
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        commit.visits = [visit]
        try store.commit([commit])
        let review = VisitReview.Edit(decision: .confirmed, note: "", reviewer: "r", at: Timestamp(milliseconds: 5))
        #expect(try store.visits.review(visit.id, review).visit.verdict == .counted)
        #expect(try store.visits.review(visit.id, .clearing).visit.verdict == .unproven)
    }

    /// The indexes of the tables that migration 0007 rebuilds.
    private static let indexes = """
        SELECT name || ' ' || coalesce(sql, '') FROM sqlite_master
        WHERE type = 'index' AND tbl_name IN ('visit', 'visit_review', 'stay') ORDER BY name
        """
    private static let keys = "SELECT key || ' ' || id || ' ' || messages FROM visit ORDER BY key"

    @Test("A database without clocks keeps its devices with no offset, and stores a clock state")
    func clocks() throws {
        // Given a database of the version before
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0007-confidence")
        try pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO member VALUES (1, 'anna', 0, NULL);
                    INSERT INTO device (key, id, member, platform) VALUES (3, 'x', 1, 'ios');
                    INSERT INTO device_state (device, format, policy_version, newest_ms, state)
                    VALUES (3, 1, 'p', 5000, x'01');
                    """
            )
        }
        try pool.close()
        // When this version opens it
        let store = try VisitStore(path: path)
        // Then
        let key = DeviceKey(rawValue: 3)
        #expect(try store.deviceStates.state(of: key)?.clock == nil)
        #expect(try store.deviceStates.state(of: key)?.state == [1])
        #expect(try store.devices.find(DeviceID("x"))?.clockOffsetSeconds == nil)
        #expect(try store.devices.find(DeviceID("x"))?.clockSeemsBehind == false)
        // And a clock state is read back, and removed again
        var commit = DeviceCommit(device: key, state: [2], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        let ahead = StoredClock(offsetMilliseconds: 899_600, seemsBehind: false, state: [7])
        for clock in [ahead, StoredClock(offsetMilliseconds: nil, seemsBehind: true, state: [8]), nil] {
            commit.clock = clock
            try store.commit([commit])
            #expect(try store.deviceStates.state(of: key)?.clock == clock)
            let device = try #require(try store.devices.all().first)
            #expect(device.clockOffsetSeconds == (clock == ahead ? 900 : nil))
            #expect(device.clockSeemsBehind == (clock?.seemsBehind ?? false))
        }
    }

    @Test("Fixes of an earlier version count as stored at the migration, replayed ones by their events")
    func storedFixes() throws {
        // Given a replayed device, a live one, and one with a history that was replayed before it became live
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0008-clock")
        try pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO member VALUES (1, 'anna', 0, NULL);
                    INSERT INTO device (key, id, member, platform)
                    VALUES (3, 'replayed', 1, 'ios'), (4, 'live', 1, 'ios'), (5, 'both', 1, 'ios');
                    INSERT INTO fix_chunk (device, bucket_ms, first_ms, last_ms, fix_count, fixes)
                    VALUES (3, 3600000, 3600001, 3600002, 2, x'01'), (4, 3600000, 3600001, 3600002, 2, x'02'),
                        (5, 3600000, 3600001, 3600002, 2, x'03'), (5, 36000000, 36000000, 36000002, 2, x'04');
                    INSERT INTO event (device, trigger_ms, ordinal, event_id, kind, occurred_ms, observed_ms, told)
                    VALUES (3, 3600001, 0, 'a', 'Heartbeat', 1, 1, NULL), (4, 3600001, 0, 'b', 'Heartbeat', 1, 1, 1),
                        (5, 3600001, 0, 'c', 'Heartbeat', 1, 1, NULL), (5, 36000001, 0, 'd', 'Heartbeat', 1, 1, 2);
                    INSERT INTO quarantine (app, member, device, code, message, record, digest, received_ms)
                    VALUES ('footfall', 'anna', 'live', 'c', 'm', zeroblob(100000), x'01', 5),
                        ('footfall', NULL, NULL, 'c', 'm', x'00', x'02', 5);
                    """
            )
        }
        try pool.close()
        // When this version opens it
        let store = try VisitStore(path: path)
        // Then
        let origins = try store.database.pool.read { db in
            try String.fetchAll(db, sql: "SELECT hex(fixes) || ' ' || origin FROM fix_chunk ORDER BY fixes")
        }
        #expect(origins == ["01 replayed", "02 live", "03 replayed", "04 live"])
        #expect(try store.fixes.count(.live, storedBefore: .march()) == 0)
        // 2100, in case a clock is far off: the migrating machine's clock dates them
        #expect(try store.fixes.count(.live, storedBefore: Timestamp(milliseconds: 4_102_444_800_000)) == 4)
        #expect(try store.number("SELECT count(*) FROM fix_chunk WHERE stored_ms % 1000 <> 0") == 0)
        // A long record from before stays whole, and counts with its size
        #expect(try store.quarantine.all().map(\.size) == [100_000, 1])
        #expect(try store.quarantine.all().allSatisfy(\.isWhole))
        #expect(try store.quarantine.usage() == QuarantineUsage(bytes: 100_403, dropped: 0, droppedBytes: 0))
    }

    @Test("The visits of a database from before collected corrections count as reported by their messages")
    func publishedVisits() throws {
        // Given a database of the version before
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0010-platform")
        try pool.write { db in
            let rows: [(key: Int, status: String, messages: Int)] = [
                (1, "open", 0), (2, "closed", 0), (3, "open", 1), (4, "timed_out", 2), (5, "closed", 3),
                (6, "withdrawn", 4),
            ]
            try db.execute(
                sql: """
                    INSERT INTO facility VALUES (7, 'a', 'A', '', '', '', '', '', NULL);
                    INSERT INTO member VALUES (1, 'anna', 0, NULL);
                    INSERT INTO device (key, id, member, platform) VALUES (3, 'x', 1, 'ios');
                    """
            )
            for row in rows {
                try db.execute(
                    literal: """
                        INSERT INTO visit (key, id, member, device, facility, entered_ms, exited_ms, status, evidence,
                            verdict, month, local_day, fixes_inside, last_proof_ms, depth_m, doubts, policy_version,
                            messages)
                        VALUES (\(row.key), \("v\(row.key)"), 1, 3, 7, 5000,
                            \(row.status == "open" ? nil : 9000), \(row.status), 'none', 'too_short', '2024-03', 19783,
                            1, 5000, 1, 0, 'p', \(row.messages))
                        """
                )
            }
            try db.execute(
                sql: """
                    INSERT INTO webhook_message (id, type, visit, facility, subject, occurred_ms, queued_ms, body)
                    VALUES ('m', 'visit.exited', 6, 7, 'v6', 1, 2, x'00'), ('n', 'visit.timed_out', 4, 7, 'v4', 1, 2, x'00');
                    """
            )
        }
        try pool.close()
        // When this version opens it
        let store = try VisitStore(path: path)
        // Then
        let published = try store.database.pool.read { db in
            try Int.fetchAll(db, sql: "SELECT published FROM visit ORDER BY key")
        }
        #expect(published == [0, 0, 1, 1, 3, 3])
        #expect(try store.outbox.collectedCount() == 0)
    }

    @Test("A database from before the access record has an empty one, and accepts rows")
    func accessRecord() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0011-collected-changes")
        try pool.write { try $0.execute(sql: "INSERT INTO member VALUES (1, 'anna', 0, NULL)") }
        try pool.close()
        let store = try VisitStore(path: path)
        #expect(try store.accessRecord.all() == [])
        let origin = AccessOrigin(AccessCaller(.api, id: "t", note: nil), at: .march())
        #expect(try store.accessRecord.add([Access(.read, .member(MemberID("anna")), origin)])[0] != nil)
    }

    @Test("A database without stays has short ones, and an import that it has staged is finished with them")
    func stays() throws {
        // Given a database of the version before, with a facility and a confirmed import of another
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0013-staged-imports")
        try pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO facility VALUES (7, 'a', 'A', '', '', '', '', '', NULL);
                    INSERT INTO facility_version (facility, valid_from_ms, latitude, longitude, radius_m, dwell_seconds)
                    VALUES (7, -62167219200000, 45, -93, 150, 600);
                    INSERT INTO staged_import (id, is_confirmed, effective_ms, changes_places)
                    VALUES (1, 1, 1709251200000, 1);
                    INSERT INTO staged_change (number, kind, facility, name, street, city, state, postal_code, country,
                        dwell_seconds, latitude, longitude, radius_m)
                    VALUES (1, 'facility', 'b', '', '', '', '', '', '', 600, 46, -93, 150);
                    """
            )
        }
        try pool.close()
        // When this version opens it
        let store = try VisitStore(path: path)
        // Then
        #expect(try store.facilities.all().map(\.facility) == [gym("a", name: "A"), gym("b", 46)])
        #expect(try store.facilities.fenceVersions().map(\.stays) == [.short, .short])
        #expect(try store.load([gym("a", name: "A"), gym("b", 46)]).unchanged == 2)
    }

    @Test("an event of an unknown kind is refused")
    func unknownKind() throws {
        let store = try VisitStore.temporary()
        let device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        #expect(throws: DatabaseError.self) {
            try store.database.pool.write { db in
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
