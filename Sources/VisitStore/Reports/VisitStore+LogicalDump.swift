internal import GRDB
internal import SQLiteStorage

extension VisitStore {
    /// Writes the contents of the database as lines of text in an order and form independent of the write history.
    ///
    /// Integer keys are replaced by ids. Left out are the observation times of events, counters, totals of the
    /// quarantine, delivery attempts, the geofences delivered to phones, and the access record. Two databases that
    /// received the same input therefore give the same lines, even if one process was killed and restarted on the way.
    /// A line is the name of the part, mostly a table's, and the row's values, separated by tabs.
    ///
    /// `includesEngineState` adds the engine's own encoded data (states, checkpoints, packed fixes). `line` receives
    /// each line without a line end; it must not use the store, and an error that it throws ends the dump.
    package func logicalDump(includesEngineState: Bool = true, _ line: (String) throws -> Void) throws {
        try database.read { db in
            for part in DumpPart.all where includesEngineState || !part.isEngineState {
                let statement = try PreparedStatement(db, part.sql)
                let columns = Int32(statement.columnCount)
                try statement.forEachRow { try line($0.dumpLine(part.table, columns: columns)) }
            }
            try JournalDump(db).forEachLine(line)
        }
    }
}

private struct DumpPart {
    let table: String
    var isEngineState = false
    let sql: String

    static let all = [
        DumpPart(table: "setting", sql: "SELECT name, value FROM setting ORDER BY name"),
        DumpPart(
            table: "facility",
            sql: """
                SELECT id, name, street, city, state, postal_code, country, retired_at_ms FROM facility
                ORDER BY id
                """
        ),
        DumpPart(
            table: "facility_version",
            sql: """
                SELECT f.id, v.valid_from_ms, v.valid_to_ms, v.latitude, v.longitude, v.radius_m, hex(v.polygon),
                    v.dwell_seconds, v.time_zone, v.stays, v.part_of, hex(v.extent)
                FROM facility_version v JOIN facility f ON f.key = v.facility ORDER BY f.id, v.valid_from_ms
                """
        ),
        DumpPart(table: "member", sql: "SELECT id, has_list, time_zone, name FROM member ORDER BY id"),
        DumpPart(
            table: "member_group",
            sql: """
                SELECT m.id, g.from_day, g.group_name FROM member_group g JOIN member m ON m.key = g.member
                ORDER BY m.id, g.from_day
                """
        ),
        DumpPart(
            table: "member_facility",
            sql: """
                SELECT m.id, f.id FROM member_facility l JOIN member m ON m.key = l.member
                    JOIN facility f ON f.key = l.facility
                ORDER BY m.id, f.id
                """
        ),
        DumpPart(
            table: "device",
            sql: """
                SELECT d.id, m.id, d.platform, d.time_zone FROM device d JOIN member m ON m.key = d.member ORDER BY d.id
                """
        ),
        DumpPart(
            table: "device_state",
            isEngineState: true,
            sql: """
                SELECT d.id, s.format, s.policy_version, s.newest_ms, hex(s.state)
                FROM device_state s JOIN device d ON d.key = s.device ORDER BY d.id
                """
        ),
        DumpPart(
            table: "checkpoint",
            isEngineState: true,
            sql: """
                SELECT d.id, c.at_ms, hex(c.state) FROM checkpoint c JOIN device d ON d.key = c.device
                ORDER BY d.id, c.at_ms
                """
        ),
        DumpPart(
            table: "fix_chunk",
            isEngineState: true,
            sql: """
                SELECT d.id, c.bucket_ms, c.first_ms, c.last_ms, c.fix_count, hex(c.fixes)
                FROM fix_chunk c JOIN device d ON d.key = c.device ORDER BY d.id, c.bucket_ms
                """
        ),
        DumpPart(
            table: "intake",
            isEngineState: true,
            sql: """
                SELECT d.id, u.first_ms, u.last_ms, u.fix_count, hex(u.fixes)
                FROM unsaved_intake u JOIN device d ON d.key = u.device ORDER BY u.key
                """
        ),
        DumpPart(
            table: "stay",
            sql: """
                SELECT s.id, d.id, f.id, s.entered_ms, s.dwelled_ms, s.exited_ms, s.status, s.evidence,
                    s.fixes_inside, s.last_proof_ms, s.depth_m, s.doubts, s.touched_ms, s.visit_id
                FROM stay s JOIN device d ON d.key = s.device JOIN facility f ON f.key = s.facility ORDER BY s.id
                """
        ),
        DumpPart(
            table: "stay_evidence",
            isEngineState: true,
            sql: "SELECT id, hex(evidence_state) FROM stay WHERE evidence_state IS NOT NULL ORDER BY id"
        ),
        DumpPart(table: "visit", sql: "SELECT \(VisitColumns.names) FROM \(VisitColumns.tables) ORDER BY v.id"),
        DumpPart(
            table: "visit_review",
            sql: "SELECT visit, decision, note, reviewer FROM visit_review ORDER BY visit"
        ),
        DumpPart(table: "visit_choice", sql: "SELECT added, other, kind FROM visit_choice ORDER BY added, other"),
        DumpPart(
            table: "visit_link",
            sql: "SELECT visit, added, kind, engine_status, engine_verdict FROM visit_link ORDER BY visit"
        ),
        DumpPart(
            table: "visit_correction",
            sql: """
                SELECT visit, action, note, reviewer, before_decision, before_note, linked FROM visit_correction
                ORDER BY visit, key
                """
        ),
        DumpPart(table: "closed_month", sql: "SELECT month, author, author_name FROM closed_month ORDER BY month"),
        DumpPart(
            table: "month_line",
            sql: """
                SELECT l.closed_month, l.change, l.visit, m.id, f.id, l.group_name, l.month, l.local_day, l.entered_ms,
                    l.exited_ms, l.minutes
                FROM month_line l JOIN facility f ON f.key = l.facility LEFT JOIN member m ON m.key = l.member
                ORDER BY l.closed_month, l.visit, l.change, f.id, l.local_day, l.minutes
                """
        ),
        DumpPart(
            table: "payout_line",
            sql: """
                SELECT l.closed_month, m.id, l.group_name, l.month, l.cents, l.currency
                FROM payout_line l LEFT JOIN member m ON m.key = l.member
                ORDER BY l.closed_month, l.month, m.id, l.group_name, l.cents
                """
        ),
        DumpPart(table: "changed_visit", sql: "SELECT visit FROM changed_visit ORDER BY visit"),
        DumpPart(
            table: "payout_decision",
            sql: """
                SELECT from_month, required_days, unit, unit_cents, most_cents, currency, author, author_name
                FROM payout_decision ORDER BY key
                """
        ),
        DumpPart(
            table: "quarantine",
            sql: "SELECT app, member, device, code, message, hex(record) FROM quarantine ORDER BY digest"
        ),
        DumpPart(
            table: "access_token",
            sql: "SELECT id, note, role, member, device, environment FROM access_token ORDER BY id"
        ),
        DumpPart(
            table: "tracking_options",
            sql: """
                SELECT platform, environment, on_trip, preset, document FROM tracking_options
                ORDER BY platform, environment, on_trip
                """
        ),
        // The webhook tables, without secrets and without columns that depend on the time of sending.
        DumpPart(
            table: "webhook_endpoint",
            sql: """
                SELECT id, url, types, facilities, format, includes_location, exceptions, disabled_reason
                FROM webhook_endpoint ORDER BY id
                """
        ),
        DumpPart(
            table: "collected_change",
            sql: """
                SELECT v.id, c.entered_ms, c.dwelled_ms, c.exited_ms, c.status, c.evidence, c.verdict, c.month
                FROM collected_change c JOIN visit v ON v.key = c.visit ORDER BY v.id
                """
        ),
        DumpPart(
            table: "webhook_message",
            sql: "SELECT id, type, subject, occurred_ms FROM webhook_message ORDER BY id"
        ),
        DumpPart(
            table: "webhook_delivery",
            sql: """
                SELECT e.id, m.id, d.state FROM webhook_delivery d JOIN webhook_endpoint e ON e.key = d.endpoint
                    JOIN webhook_message m ON m.key = d.message
                ORDER BY e.id, m.id
                """
        ),
    ]
}

extension Columns {
    /// A row as a line of the dump.
    func dumpLine(_ table: String, columns: Int32) -> String {
        var bytes = Array(table.utf8)
        for index in 0..<columns {
            bytes.append(UInt8(ascii: "\t"))
            dump(index, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a value in the dump's form: NULL as `-`, tabs and line ends within a text escaped.
    fileprivate func dump(_ index: Int32, to bytes: inout [UInt8]) {
        if isNull(index) {
            bytes.append(UInt8(ascii: "-"))
        } else if let number = real(index) {
            bytes.append(contentsOf: number.description.utf8)
        } else {
            withText(index) { text in
                for byte in text {
                    switch byte {
                    case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
                    case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
                    case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
                    case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
                    default: bytes.append(byte)
                    }
                }
            }
        }
    }
}
