import GRDB
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The migration to added visits")
struct AddedVisitMigrationTests {
    private static let contents = [
        "SELECT name || ' ' || coalesce(sql, '') FROM sqlite_master WHERE type = 'index' AND tbl_name LIKE 'visit%' ORDER BY 1",
        """
        SELECT json_array(key, id, member, device, facility, entered_ms, dwelled_ms, exited_ms, status, evidence, verdict,
            month, local_day, fixes_inside, last_proof_ms, depth_m, doubts, policy_version, messages, confidence, proven_s,
            bridged_s, entered_from_ms, entered_to_ms, exited_from_ms, exited_to_ms, runner_up, runner_up_share, reasons,
            published) FROM visit ORDER BY key
        """,
        """
        SELECT json_array(key, visit, action, note, reviewer, reviewer_name, corrected_ms, before_decision, before_note,
            before_reviewer, before_ms) FROM visit_correction ORDER BY key
        """,
        "SELECT json_array(visit, decision, note, reviewer, reviewed_ms, engine_status, engine_verdict) FROM visit_review",
        "SELECT json_array(visit, id) FROM webhook_message", "SELECT json_array(visit, since_ms) FROM collected_change",
    ]

    @Test("a database of the version before keeps every visit, review, correction, message and index")
    func keeps() throws {
        // Given
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0015-corrections")
        let before = try pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO facility VALUES (7, 'a', 'A', '', '', '', '', '', NULL), (8, 'b', 'B', '', '', '', '', '', NULL);
                    INSERT INTO member VALUES (1, 'anna', 0, NULL);
                    INSERT INTO device (key, id, member, platform) VALUES (3, 'x', 1, 'ios');
                    INSERT INTO visit VALUES
                        (9, 'v9', 1, 3, 7, 5000, 6000, 9000, 'closed', 'confirmed', 'counted', '2024-03', 19783, 4, 8000,
                            -1.5, 2, 'p', 3, 0.75, 11, 12, 4000, 5500, 8500, 9900, 8, 0.25, 'proven:4.2', 3),
                        (4, 'v4', 1, 3, 7, 1000, NULL, NULL, 'declined', 'none', 'taken_back', '2024-02', 19782, 1, 1000,
                            2, 0, 'q', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1);
                    INSERT INTO visit_review VALUES ('v4', 'declined', 'no', 'r', 77, 'open', 'unproven');
                    INSERT INTO visit_correction
                    VALUES (5, 'v4', 'confirmed', 'yes', 'r', 'Ada', 70, NULL, NULL, NULL, NULL),
                        (6, 'v4', 'declined', 'no', 'r', NULL, 77, 'confirmed', 'yes', 'r', 70);
                    INSERT INTO webhook_message (id, type, visit, facility, subject, occurred_ms, queued_ms, body)
                    VALUES ('m', 'visit.exited', 9, 7, 'v9', 1, 2, x'00');
                    INSERT INTO collected_change (visit, since_ms, changed_ms, due_ms) VALUES (4, 1, 2, 3);
                    """
            )
            return try Self.contents.map { try String.fetchAll(db, sql: $0) }
        }
        try pool.close()
        // When this version opens it
        let store = try VisitStore(path: path)
        // Then
        let after = try store.database.pool.read { db in try Self.contents.map { try String.fetchAll(db, sql: $0) } }
        #expect(Set(before[0]).isSubset(of: after[0]), "\(after[0])")
        #expect(Array(after.dropFirst()) == Array(before.dropFirst()))
        #expect(try store.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        #expect(try store.visits.reviews(of: [VisitID("v4")]).values.map(\.link) == [nil])
        let edit = VisitReview.Edit(.undo, reviewer: "r", at: Timestamp(milliseconds: 80))
        #expect(try store.visits.review(VisitID("v4"), edit).visit.isCounted)
        let corrections = try #require(try store.visits.history(of: VisitID("v4"))).corrections
        #expect(corrections.map(\.action) == [.confirmed, .declined, .undone])
    }

    @Test("a visit without a phone is one that a person added, and the other way round")
    func phones() throws {
        let store = try VisitStore.temporary()
        try store.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO facility VALUES (7, 'a', 'A', '', '', '', '', '', NULL);
                    INSERT INTO member (key, id, has_list) VALUES (1, 'anna', 0);
                    INSERT INTO device (key, id, member, platform) VALUES (3, 'x', 1, 'ios');
                    """
            )
        }
        for (device, evidence) in [("NULL", "confirmed"), ("3", "manual")] {
            #expect(throws: (any Error).self) {
                try store.database.write { db in
                    try db.execute(
                        sql: """
                            INSERT INTO visit (id, member, device, facility, entered_ms, exited_ms, status, evidence,
                                verdict, month, local_day, fixes_inside, last_proof_ms, depth_m, doubts, policy_version)
                            VALUES ('v', 1, \(device), 7, 1, 2, 'closed', '\(evidence)', 'counted', '2024-03', 1, 0, 2, 0,
                                0, 'p')
                            """
                    )
                }
            }
        }
    }
}
