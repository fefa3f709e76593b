internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Deletes everything about one member from every table, within one transaction.
struct MemberEraser {
    private let db: Database
    private let member: MemberID
    private let key: Int64
    let devices: [(key: Int64, id: DeviceID)]
    private var summary = ErasureSummary()

    /// `nil` where there is no such member.
    init?(_ db: Database, _ member: MemberID) throws {
        let find: SQL = "SELECT key FROM member WHERE id = \(member.text)"
        guard let key = try PreparedStatement(db, find).first({ $0.int64(0) }) else { return nil }
        let list: SQL = "SELECT key, id FROM device WHERE member = \(key) ORDER BY key"
        self.db = db
        self.member = member
        self.key = key
        self.devices = try PreparedStatement(db, list).all { (key: $0.int64(0), id: try $0.identifier(1)) }
    }

    /// `origin` is for the row of the erasure in the access record, which stays; `nil` for none.
    mutating func run(_ origin: AccessOrigin?) throws -> ErasureSummary {
        summary.devices = devices.count
        summary.messages = try eraseMessages()
        summary.quarantined = try eraseQuarantine()
        summary.reviews = try delete("visit_review WHERE visit IN (SELECT id FROM visit WHERE member = \(key))")
        _ = try delete("visit_correction WHERE visit IN (SELECT id FROM visit WHERE member = \(key))")
        _ = try delete("visit_link WHERE visit IN (SELECT id FROM visit WHERE member = \(key))")
        _ = try delete("visit_choice WHERE added IN (SELECT id FROM visit WHERE member = \(key))")
        summary.tokens = try delete("access_token WHERE member = \(member.text)")
        _ = try delete("member_facility WHERE member = \(key)")
        try eraseFromMonths()
        _ = try delete("collected_change WHERE visit IN (SELECT key FROM visit WHERE member = \(key))")
        summary.visits = try delete("visit WHERE member = \(key)")
        for device in devices {
            summary.tokens += try delete("access_token WHERE device = \(device.id.text)")
            summary.fixes +=
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT (SELECT coalesce(sum(fix_count), 0) FROM fix_chunk WHERE device = ?1)
                            + (SELECT coalesce(sum(fix_count), 0) FROM unsaved_intake WHERE device = ?1)
                        """,
                    arguments: [device.key]
                ) ?? 0
            summary.events += try delete("event WHERE device = \(device.key)")
            summary.events +=
                try Int.fetchOne(
                    db,
                    // A damaged count must not prevent an erasure.
                    sql: """
                        SELECT coalesce(sum(event_count), 0) FROM registration_chunk
                        WHERE device = ? AND event_count BETWEEN 1 AND 1000000
                        """,
                    arguments: [device.key]
                ) ?? 0
            summary.stays += try delete("stay WHERE device = \(device.key)")
            for table in ["registration_chunk", "fix_chunk", "checkpoint", "intake", "device_state", "phone_fences"] {
                _ = try delete("\(sql: table) WHERE device = \(device.key)")
            }
        }
        _ = try delete("device WHERE member = \(key)")
        _ = try delete("member WHERE key = \(key)")
        try AccessTable.erase(member, origin, db)
        // A key still cached by another process must never refer to a new member or phone.
        try Counter.erasedMemberKey.raise(to: key, db)
        if let last = devices.last { try Counter.erasedDeviceKey.raise(to: last.key, db) }
        try Counter.places.raise(db)
        return summary
    }

    /// Removes the person from the files of closed months, whose numbers stay.
    private func eraseFromMonths() throws {
        _ = try delete("changed_visit WHERE visit IN (SELECT id FROM visit WHERE member = \(key))")
        try db.execute(
            literal: """
                UPDATE month_line SET visit = NULL, member = NULL, entered_ms = NULL, exited_ms = NULL, confidence = NULL,
                    review = NULL
                WHERE member = \(key)
                """
        )
        try db.execute(literal: "UPDATE payout_line SET member = NULL WHERE member = \(key)")
        _ = try delete("member_group WHERE member = \(key)")
    }

    /// Erases the messages about the member's visits, and those about no visit that name the member or a phone.
    private func eraseMessages() throws -> Int {
        let names = [member.text] + devices.map(\.id.text)
        try db.execute(sql: "CREATE TEMP TABLE erased_message (key INTEGER PRIMARY KEY)")
        defer { try? db.execute(sql: "DROP TABLE temp.erased_message") }
        try db.execute(
            literal: """
                INSERT INTO temp.erased_message
                SELECT key FROM webhook_message WHERE visit IN (SELECT key FROM visit WHERE member = \(key))
                """
        )
        try db.execute(literal: "INSERT INTO temp.erased_message \(MemberMessages.naming(names))")
        _ = try delete("webhook_attempt WHERE message IN (SELECT key FROM temp.erased_message)")
        _ = try delete("webhook_delivery WHERE message IN (SELECT key FROM temp.erased_message)")
        return try delete("webhook_message WHERE key IN (SELECT key FROM temp.erased_message)")
    }

    /// Erases the member's quarantined records, and those of an unknown sender that name the member or a phone.
    private func eraseQuarantine() throws -> Int {
        var count = try delete("quarantine WHERE member = \(member.text)")
        for device in devices { count += try delete("quarantine WHERE device = \(device.id.text)") }
        let traces = NameTraces([member.text] + devices.map(\.id.text))
        var named: [Int64] = []
        let unknown = try PreparedStatement(db, "SELECT key, record, message FROM quarantine WHERE member IS NULL")
        try unknown.forEachRow { row in
            if traces.isFound(in: row.bytes(1)) || traces.isFound(in: row.bytes(2)) { named.append(row.int64(0)) }
        }
        for key in named { count += try delete("quarantine WHERE key = \(key)") }
        return count
    }

    private func delete(_ what: SQL) throws -> Int {
        try db.execute(literal: "DELETE FROM \(what)")
        return db.changesCount
    }
}
