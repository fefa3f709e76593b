internal import GRDB

/// An integrity rule for stored data, as a query for its violations.
struct IntegrityRule {
    /// The rule's name in reports.
    let name: String
    /// The text before each violation in a report.
    let complaint: String
    /// Returns a text for each violation, and no row for valid data.
    let sql: String
    /// The values for the placeholders of the query.
    var arguments = StatementArguments()

    /// The rules that no constraint of the schema enforces.
    static let all = [
        IntegrityRule(
            name: "stay_visit",
            complaint: "a stay belongs to a missing visit:",
            sql: "SELECT visit_id FROM stay WHERE visit_id IS NOT NULL EXCEPT SELECT id FROM visit"
        ),
        // A visit confirmed by a reviewer remains when late fixes remove its stays.
        IntegrityRule(
            name: "visit_stay",
            complaint: "a visit without a stay:",
            sql: """
                SELECT id FROM visit WHERE status <> 'withdrawn' AND evidence <> 'manual'
                EXCEPT SELECT visit_id FROM stay
                EXCEPT SELECT visit FROM visit_review WHERE engine_status = 'withdrawn'
                EXCEPT SELECT visit FROM visit_link WHERE engine_status = 'withdrawn'
                """
        ),
        IntegrityRule(
            name: "event_visit",
            complaint: "an event of a missing visit:",
            sql: "SELECT visit_id FROM event WHERE visit_id IS NOT NULL EXCEPT SELECT id FROM visit"
        ),
        IntegrityRule(
            name: "counted_dwell",
            complaint: "a visit counts without having reached the dwell threshold:",
            sql: """
                SELECT id FROM visit WHERE verdict = 'counted' AND dwelled_ms IS NULL
                EXCEPT SELECT visit FROM visit_review WHERE decision = 'confirmed'
                """
        ),
        IntegrityRule(
            name: "counted_status",
            complaint: "a withdrawn visit counts:",
            sql: "SELECT id FROM visit WHERE verdict = 'counted' AND status IN ('withdrawn', 'declined')"
        ),
        IntegrityRule(
            name: "visit_times",
            complaint: "a visit ends before it begins:",
            sql: "SELECT id FROM visit WHERE exited_ms < entered_ms OR (exited_ms IS NULL) <> (status = 'open')"
                + " AND status NOT IN ('withdrawn', 'declined')"
        ),
        // No options are delivered for such a row, which could go unnoticed.
        IntegrityRule(
            name: "tracking_options",
            complaint: "tracking options that are not JSON:",
            sql: """
                SELECT platform || ', ' || environment || iif(on_trip, ', on a trip', ', off trip') FROM tracking_options
                WHERE document IS NOT NULL AND NOT json_valid(document)
                """
        ),
        IntegrityRule(
            name: "review_visit",
            complaint: "a review of a missing visit:",
            sql: "SELECT visit FROM visit_review EXCEPT SELECT id FROM visit"
        ),
        IntegrityRule(
            name: "correction_visit",
            complaint: "a correction of a missing visit:",
            sql: "SELECT visit FROM visit_correction EXCEPT SELECT id FROM visit"
        ),
        IntegrityRule(
            name: "visit_link",
            complaint:
                "a visit is declined for an added one that does not count, or is not declined for one that does:",
            sql: """
                SELECT l.visit FROM visit_link l LEFT JOIN visit v ON v.id = l.visit LEFT JOIN visit a ON a.id = l.added
                WHERE v.status IS NOT 'declined' OR a.verdict IS NOT 'counted' OR a.evidence IS NOT 'manual'
                """
        ),
        IntegrityRule(
            name: "declined",
            complaint: "a visit is declined, and nothing declines it:",
            sql: """
                SELECT id FROM visit WHERE status = 'declined'
                EXCEPT SELECT visit FROM visit_review WHERE decision = 'declined' EXCEPT SELECT visit FROM visit_link
                """
        ),
        IntegrityRule(
            name: "visit_choice",
            complaint: "a choice about a missing visit:",
            sql: """
                SELECT added FROM visit_choice WHERE added NOT IN (SELECT id FROM visit WHERE evidence = 'manual')
                UNION SELECT other FROM visit_choice WHERE added = other OR other NOT IN (SELECT id FROM visit)
                """
        ),
        IntegrityRule(
            name: "review_decision",
            complaint: "a visit does not match its review:",
            sql: """
                SELECT v.id FROM visit_review r JOIN visit v ON v.id = r.visit
                WHERE (r.decision = 'declined' AND v.status <> 'declined')
                    OR (r.decision = 'confirmed' AND v.verdict <> 'counted' AND v.id NOT IN (SELECT visit FROM visit_link))
                """
        ),
        IntegrityRule(
            name: "facility_version",
            complaint: "a facility in use without a geofence, or a retired facility with one:",
            sql: """
                SELECT f.id FROM facility f
                WHERE (f.retired_at_ms IS NULL) <> EXISTS (
                    SELECT 1 FROM facility_version v WHERE v.facility = f.key AND v.valid_to_ms IS NULL
                )
                """
        ),
        IntegrityRule(
            name: "part_of",
            complaint: "a facility is a part of one that is missing:",
            sql: """
                SELECT f.id FROM facility_version v JOIN facility f ON f.key = v.facility
                WHERE v.part_of IS NOT NULL AND NOT EXISTS (SELECT 1 FROM facility w WHERE w.id = v.part_of)
                """
        ),
        IntegrityRule(
            name: "version_order",
            complaint: "the versions of a facility's geofence overlap or leave a gap:",
            sql: """
                SELECT id FROM (
                    SELECT f.id, v.valid_to_ms, lead(v.valid_from_ms) OVER (
                        PARTITION BY v.facility ORDER BY v.valid_from_ms
                    ) AS next_ms
                    FROM facility_version v JOIN facility f ON f.key = v.facility
                ) WHERE next_ms IS NOT NULL AND (valid_to_ms IS NULL OR valid_to_ms > next_ms)
                """
        ),
        IntegrityRule(
            name: "fix_count",
            complaint: "an hour of fixes is empty:",
            sql: """
                SELECT d.id || ' ' || c.bucket_ms FROM fix_chunk c JOIN device d ON d.key = c.device
                WHERE c.fix_count <= 0 OR length(c.fixes) = 0
                """
        ),
        IntegrityRule(
            name: "intake",
            complaint: "pending fixes are empty or have no device state:",
            sql: """
                SELECT d.id || ' ' || i.key FROM intake i JOIN device d ON d.key = i.device
                WHERE length(i.fixes) = 0 OR NOT EXISTS (SELECT 1 FROM device_state s WHERE s.device = i.device)
                """
        ),
        IntegrityRule(
            name: "told_number",
            complaint: "an event's sequence number was never issued, or was issued twice:",
            sql: """
                SELECT event_id FROM event
                WHERE told IS NOT NULL AND told > (SELECT value FROM counter WHERE name = 'event_told')
                UNION SELECT event_id FROM event WHERE told IS NOT NULL GROUP BY told HAVING count(*) > 1
                """
        ),
        IntegrityRule(
            name: "attempt_delivery",
            complaint: "a delivery attempt without a delivery, message and endpoint:",
            sql: """
                SELECT message || ' ' || endpoint FROM (
                    SELECT message, endpoint FROM webhook_attempt EXCEPT SELECT message, endpoint FROM webhook_delivery
                )
                """
        ),
        IntegrityRule(
            name: "waiting_delivery",
            complaint: "a message waits although no earlier one is queued, message and endpoint:",
            sql: """
                SELECT d.message || ' ' || d.endpoint FROM webhook_delivery d
                WHERE d.state = 'waiting' AND NOT EXISTS (
                    SELECT 1 FROM webhook_delivery b WHERE b.endpoint = d.endpoint AND b.visit = d.visit
                        AND b.message < d.message AND b.state IN ('pending', 'waiting')
                )
                """
        ),
        IntegrityRule(
            name: "collected_change",
            complaint: "the collected changes of a visit do not match its messages:",
            sql: """
                SELECT v.id FROM collected_change c JOIN visit v ON v.key = c.visit
                WHERE (c.status IS NULL) <> (v.messages = 0) OR v.published & 1 = 0
                """
        ),
        IntegrityRule(
            name: "access_record",
            complaint: "the access record names a member who is not stored:",
            sql: "SELECT member FROM access_record WHERE member IS NOT NULL EXCEPT SELECT id FROM member"
        ),
        IntegrityRule(
            name: IntegrityFinding.erasureRule,
            complaint: "an erasure was interrupted: its rows are deleted, but the file may still hold traces of them;",
            sql: """
                SELECT '`footfall members finish-erasure` finishes it, and so does the next command that writes'
                FROM setting WHERE name = 'erasure_is_pending'
                """
        ),
    ]

    /// A member is at one place at a time: counted visits that have ended share no time.
    ///
    /// Only the visits of one version of the policy are compared: another one had other times. A person may confirm a
    /// visit that overlaps another one.
    static func onePlaceAtATime(policyVersion: String) -> IntegrityRule {
        IntegrityRule(
            name: "one_place",
            complaint: "a visit counts that began before another counted visit of the member ended:",
            sql: """
                SELECT id FROM (
                    SELECT id, entered_ms, max(exited_ms) OVER (
                        PARTITION BY member ORDER BY entered_ms, exited_ms, key
                        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                    ) AS occupied_until_ms
                    FROM visit
                    WHERE verdict = 'counted' AND exited_ms IS NOT NULL AND policy_version = ?
                        AND id NOT IN (SELECT visit FROM visit_review WHERE decision = 'confirmed')
                ) WHERE entered_ms < occupied_until_ms
                """,
            arguments: [policyVersion]
        )
    }
}
