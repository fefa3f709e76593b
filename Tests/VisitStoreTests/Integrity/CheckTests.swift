import GRDB
import LongTests
import Testing
import VisitModel

@testable import VisitStore

@Suite("The database check")
struct CheckTests {
    @Test("finds nothing in a new one, nor in one with a row in every table")
    func sound() throws {
        #expect(try VisitStore.temporary().check() == [])
        #expect(try CrowdedScene(crowd: 20).store.check() == [])
    }

    @Test(
        "finds what breaks a rule",
        .long,
        arguments: [
            ("stay_visit", "UPDATE stay SET visit_id = 'gone' WHERE key = 1"),
            ("visit_stay", "UPDATE stay SET visit_id = NULL WHERE key = 1"),
            ("event_visit", "UPDATE event SET visit_id = 'gone' WHERE event_id LIKE 'e1 h%'"),
            ("counted_dwell", "UPDATE visit SET verdict = 'counted' WHERE key = 1"),
            (
                "counted_status",
                "UPDATE visit SET verdict = 'counted', status = 'declined', dwelled_ms = 1 WHERE key = 1"
            ),
            ("visit_times", "UPDATE visit SET exited_ms = entered_ms - 1 WHERE key = 1"),
            ("visit_times", "UPDATE visit SET status = 'open' WHERE key = 1"),
            ("review_visit", "UPDATE visit_review SET visit = 'gone' WHERE visit LIKE 'v h%'"),
            ("review_decision", "UPDATE visit_review SET decision = 'declined'"),
            ("review_decision", "UPDATE visit_review SET decision = 'confirmed'"),
            ("facility_version", "UPDATE facility SET retired_at_ms = 5 WHERE id = 'a'"),
            ("facility_version", "UPDATE facility_version SET valid_to_ms = 5 WHERE facility = 1"),
            ("part_of", "UPDATE facility_version SET part_of = 'gone' WHERE facility = 1"),
            (
                "version_order",
                """
                INSERT INTO facility_version (facility, valid_from_ms, valid_to_ms, latitude, longitude, radius_m, dwell_seconds)
                VALUES (1, -70000000000000, 9, 1, 1, 10, 1)
                """
            ),
            ("tracking_options", "UPDATE tracking_options SET document = '{\"sync\": '"),
            ("told_number", "UPDATE event SET told = 1000 WHERE event_id LIKE 'e1 h%'"),
            ("told_number", "UPDATE event SET told = 1"),
            ("fix_count", "UPDATE fix_chunk SET fixes = x'' WHERE key = 1"),
            (
                "attempt_delivery",
                "INSERT INTO webhook_attempt (endpoint, message, number, at_ms, took_ms, outcome) VALUES (1, 99, 1, 1, 1, 'x')"
            ),
            ("waiting_delivery", "UPDATE webhook_delivery SET state = 'waiting' WHERE visit IS NOT NULL"),
            ("collected_change", "UPDATE visit SET messages = 0 WHERE messages > 0"),
            ("collected_change", "UPDATE visit SET published = 2 WHERE messages > 0"),
            (
                "access_record",
                """
                INSERT INTO access_record (action, via, caller, member, first_ms, last_ms)
                VALUES ('read', 'api', 't', 'gone', 1, 1)
                """
            ),
            ("reference", "PRAGMA foreign_keys = OFF; DELETE FROM device_state; DELETE FROM device WHERE key = 1"),
            ("spatial_index", "DELETE FROM idx_facility_version_extent WHERE pkid = 1"),
            ("application", "PRAGMA application_id = 7"),
            ("registration_chunk", "UPDATE registration_chunk SET events = substr(events, 1, 20)"),
            ("registration_chunk", "UPDATE registration_chunk SET event_count = event_count + 1"),
            ("registration_chunk", "UPDATE registration_chunk SET last_ordinal = last_ordinal + 1"),
        ]
    )
    func broken(rule: String, sql: String) throws {
        let store = try CrowdedScene().store
        try store.database.pool.writeWithoutTransaction { try $0.execute(sql: sql) }
        let findings = try store.check()
        #expect(findings.contains { $0.rule == rule }, "\(findings)")
        #expect(findings.allSatisfy { !$0.detail.isEmpty })
    }

    /// Makes the two visits of the scene two of one member's, from 1 to 4 and from `start` to 9.
    private static func together(from start: Int, _ more: String = "") throws -> VisitStore {
        let store = try CrowdedScene().store
        try store.database.pool.write { db in
            try db.execute(sql: "DELETE FROM visit_review")
            try db.execute(sql: "UPDATE visit SET verdict = 'counted', dwelled_ms = 1, member = 1, status = 'closed'")
            try db.execute(sql: "UPDATE visit SET entered_ms = 1, exited_ms = 4 WHERE key = 1")
            try db.execute(sql: "UPDATE visit SET entered_ms = ?, exited_ms = 9 WHERE key = 2", arguments: [start])
            if !more.isEmpty { try db.execute(sql: more) }
        }
        return store
    }

    @Test("finds a counted visit within the time of another, where the policy counts only one")
    func onePlace() throws {
        let policy = "p"
        let found = { (store: VisitStore, version: String?) in
            try store.check(onePlacePolicy: version).filter { $0.rule == "one_place" }.count
        }
        #expect(try found(Self.together(from: 3), policy) == 1)
        #expect(try found(Self.together(from: 4), policy) == 0)
        #expect(try found(Self.together(from: 3), nil) == 0)
        #expect(try found(Self.together(from: 3), "of another policy") == 0)
        for exempt in [
            "UPDATE visit SET verdict = 'ambiguous' WHERE key = 2",
            "UPDATE visit SET exited_ms = NULL, status = 'open' WHERE key = 2",
            "UPDATE visit SET member = 2 WHERE key = 2",
            """
            INSERT INTO visit_review (visit, decision, note, reviewer, reviewed_ms, engine_status, engine_verdict) SELECT id, 'confirmed', '', 'x', 1, 'closed', 'ambiguous' FROM visit WHERE key = 2
            """,
        ] {
            #expect(try found(Self.together(from: 3, exempt), policy) == 0, "\(exempt)")
        }
    }
}
