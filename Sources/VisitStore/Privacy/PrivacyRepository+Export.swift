internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension PrivacyRepository {
    /// Returns a snapshot of everything stored about a member.
    package func export(_ member: MemberID) throws -> MemberExport? {
        try database.read { db in
            guard let stored = try MemberParts(db).member(member, db, database.lookups) else { return nil }
            let devices = try stored.devices.compactMap { try Self.export($0.id, db, database.lookups) }
            let names = [member.text] + stored.devices.map(\.id.text)
            let visits = try Self.all(
                db,
                """
                SELECT \(sql: VisitColumns.names) FROM \(sql: VisitColumns.tables) WHERE m.id = \(member.text)
                ORDER BY v.entered_ms, v.id
                """,
                VisitColumns.visit
            )
            return MemberExport(
                member: stored,
                devices: devices,
                visits: visits,
                reviews: try ReviewTable(db).reviews(of: visits.map(\.id), LinkTable(db)),
                corrections: try CorrectionTable(db).all(of: visits.map(\.id)),
                monthLines: try AdjustmentTable.entries(of: member, database.lookups, db),
                payouts: try AdjustmentTable.payoutEntries(of: member, db),
                quarantined: try Self.all(
                    db,
                    """
                    SELECT \(sql: QuarantinedRecord.columns) FROM quarantine
                    WHERE member = \(member.text) OR device IN \(names.dropFirst()) ORDER BY key
                    """,
                    QuarantinedRecord.init
                ),
                messages: try messages(of: member, names, db),
                tokens: try Self.all(
                    db,
                    """
                    SELECT id, note, role, member, device, x'', created_ms, expires_ms, used_ms, environment,
                        platform
                    FROM access_token
                    WHERE member = \(member.text) OR device IN \(names.dropFirst()) ORDER BY key
                    """,
                    TokenColumns.token
                ),
                accesses: try Self.all(
                    db,
                    """
                    SELECT \(sql: AccessTable.columns) FROM access_record WHERE member = \(member.text) ORDER BY key
                    """,
                    AccessTable.entry
                )
            )
        }
    }

    private static func export(
        _ id: DeviceID,
        _ db: Database,
        _ lookups: Lookups
    ) throws -> MemberExport.DeviceExport? {
        guard let device = try DeviceRepository.device(id, db, lookups) else { return nil }
        let key = device.key.rawValue
        var events = try EventScan(db, EventFilter(device: id))
        let fences = try all(db, "SELECT told FROM phone_fences WHERE device = \(key)") { row in
            try KeyList.keys(of: row.text(0))
        }
        let assigned = try fences.joined().flatMap { fence in
            try all(db, "SELECT id FROM facility WHERE key = \(fence.rawValue)") { row -> FacilityID in
                try row.identifier(0)
            }
        }
        return MemberExport.DeviceExport(
            device: device,
            chunks: try all(
                db,
                """
                SELECT \(sql: FixChunk.columns), 0, bucket_ms FROM fix_chunk WHERE device = \(key)
                UNION ALL
                SELECT \(sql: FixChunk.columns), 1, key FROM unsaved_intake WHERE device = \(key)
                ORDER BY 5, 6
                """
            ) { FixChunk($0, from: 0) },
            events: try events.all(),
            stays: try all(
                db,
                """
                SELECT \(sql: DeviceStateRepository.stayColumns) FROM stay s JOIN facility f ON f.key = s.facility WHERE s.device = \(key)
                ORDER BY s.entered_ms, s.id
                """,
                DeviceStateRepository.stay
            ),
            assignedFences: assigned,
            state: try DeviceStateRepository.state(of: device.key, db)
        )
    }

    private func messages(of member: MemberID, _ names: [String], _ db: Database) throws -> [MemberExport.MessageExport]
    {
        let rows: SQL = "SELECT id, type, occurred_ms, queued_ms, coalesce(located_body, body) FROM webhook_message"
        return try Self.all(
            db,
            """
            \(rows) WHERE key IN (
                SELECT key FROM webhook_message
                WHERE visit IN (SELECT v.key FROM visit v JOIN member m ON m.key = v.member WHERE m.id = \(member.text))
                UNION
                \(MemberMessages.naming(names))
            ) ORDER BY key
            """
        ) { row in
            MemberExport.MessageExport(
                id: try row.identifier(0),
                type: try row.named(1),
                occurredAt: row.time(2),
                queuedAt: row.time(3),
                body: row.bytes(4)
            )
        }
    }

    private static func all<Value>(_ db: Database, _ request: SQL, _ value: (Columns) throws -> Value) throws -> [Value]
    {
        try PreparedStatement(db, request).all(value)
    }
}

enum MemberMessages {
    /// Returns the query for the keys of messages that belong to no visit and contain one of the names.
    ///
    /// A message that is not JSON is matched by its subject only.
    static func naming(_ names: [String]) -> SQL {
        """
        SELECT n.key FROM webhook_message n
        WHERE n.visit IS NULL AND (
            (n.type IN ('device.error', 'device.heartbeat', 'geofences.registered', 'geofences.unregistered') AND n.subject IN \(names))
            OR (CASE WHEN json_valid(CAST(n.body AS TEXT)) THEN EXISTS (
                SELECT 1 FROM json_tree(CAST(n.body AS TEXT)) j WHERE j.key IN ('member', 'device') AND j.atom IN \(names)
            ) END)
        )
        """
    }
}
