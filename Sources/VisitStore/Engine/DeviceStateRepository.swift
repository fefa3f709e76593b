internal import GRDB
internal import SQLiteStorage
package import VisitModel

/// The engine's records of devices: states, checkpoints, stays and assigned geofences.
package struct DeviceStateRepository: Sendable {
    let database: VisitDatabase

    /// The state as of the last commit; `nil` before the first.
    package func state(of device: DeviceKey) throws -> StoredDeviceState? {
        try database.read { db in try Self.state(of: device, db) }
    }

    static func state(of device: DeviceKey, _ db: Database) throws -> StoredDeviceState? {
        let statement = try PreparedStatement(
            db,
            """
            SELECT state, format, policy_version, newest_ms, due_ms, revision,
                clock_offset_ms, clock_seems_behind, clock_state
            FROM device_state WHERE device = ?
            """
        )
        statement.bind(1, device.rawValue)
        return try statement.first { row in
            StoredDeviceState(
                state: row.bytes(0),
                format: row.int(1),
                policyVersion: row.text(2),
                newestFixAt: row.optionalTime(3),
                dueAt: row.optionalTime(4),
                revision: row.int64(5),
                clock: row.optionalBytes(8).map { state in
                    StoredClock(
                        offsetMilliseconds: row.optionalInt64(6),
                        seemsBehind: row.int(7) != 0,
                        state: state
                    )
                }
            )
        }
    }

    /// Returns the newest checkpoint of a device at or before a time, or of all times for `nil`.
    package func checkpoint(of device: DeviceKey, atOrBefore time: Timestamp?) throws -> Checkpoint? {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT at_ms, state FROM checkpoint WHERE device = ? AND at_ms <= ? ORDER BY at_ms DESC LIMIT 1
                """
            )
            statement.bind(1, device.rawValue)
            statement.bind(2, time?.milliseconds ?? .max)
            return try statement.first { Checkpoint(at: $0.time(0), state: $0.bytes(1)) }
        }
    }

    /// Returns the oldest checkpoint of a device at or after a time.
    package func checkpoint(of device: DeviceKey, atOrAfter time: Timestamp) throws -> Checkpoint? {
        try database.read { db in
            let find = try PreparedStatement(
                db,
                "SELECT at_ms, state FROM checkpoint WHERE device = ? AND at_ms >= ? ORDER BY at_ms LIMIT 1"
            )
            find.bind(1, device.rawValue)
            find.bind(2, time.milliseconds)
            return try find.first { Checkpoint(at: $0.time(0), state: $0.bytes(1)) }
        }
    }

    /// Returns the stays that last changed at or after a time, ordered by that change.
    package func stays(of device: DeviceKey, touchedFrom time: Timestamp) throws -> [StoredStay] {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(Self.stayColumns)
                FROM stay s JOIN facility f ON f.key = s.facility
                WHERE s.device = ? AND s.touched_ms >= ?
                ORDER BY s.touched_ms, s.id
                """
            )
            statement.bind(1, device.rawValue)
            statement.bind(2, time.milliseconds)
            return try statement.all(Self.stay)
        }
    }

    static func stay(_ row: Columns) throws -> StoredStay {
        StoredStay(
            id: row.text(0),
            facility: try row.identifier(1),
            enteredAt: row.time(2),
            dwelledAt: row.optionalTime(3),
            exitedAt: row.optionalTime(4),
            status: try row.named(5),
            evidence: try row.named(6),
            fixesInside: row.int(7),
            lastProofAt: row.time(8),
            depthMeters: row.double(9),
            doubts: Visit.Doubts(rawValue: row.int(10)),
            touchedAt: row.time(11),
            visit: try row.optionalIdentifier(12),
            evidenceState: row.optionalBytes(13)
        )
    }

    /// Returns the devices whose `dueAt` has passed, in its order: their state changes by elapsed time alone.
    package func devicesDue(at time: Timestamp, limit: Int) throws -> [Device] {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(DeviceColumns.names)
                FROM device_state s INDEXED BY device_state_due
                JOIN device d ON d.key = s.device JOIN member m ON m.key = d.member
                WHERE s.due_ms IS NOT NULL AND s.due_ms <= ?
                ORDER BY s.due_ms LIMIT ?
                """
            )
            statement.bind(1, time.milliseconds)
            statement.bind(2, limit)
            return try statement.all { try DeviceColumns.device($0, from: 0) }
        }
    }

    /// Returns the stays of all devices of a member that overlap a time span, ordered by entry.
    ///
    /// An open stay has no end and overlaps every later span. An unknown member has no stays.
    package func stays(
        ofMember member: MemberID,
        overlapping span: ClosedRange<Timestamp>
    ) throws -> [(device: DeviceID, stay: StoredStay)] {
        try database.read { db in
            // A stay's last change is at or after its end, so the index over that change finds the few that reach into
            // the span.
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(Self.stayColumns), d.id
                FROM member m JOIN device d ON d.member = m.key JOIN stay s ON s.device = d.key
                    JOIN facility f ON f.key = s.facility
                WHERE m.id = ?1 AND s.touched_ms >= ?3 AND s.entered_ms <= ?2
                    AND (s.exited_ms IS NULL OR s.exited_ms >= ?3)
                UNION
                SELECT \(Self.stayColumns), d.id
                FROM member m JOIN device d ON d.member = m.key JOIN stay s ON s.device = d.key
                    JOIN facility f ON f.key = s.facility
                WHERE m.id = ?1 AND s.exited_ms IS NULL AND s.entered_ms <= ?2
                ORDER BY 3, 1
                """
            )
            statement.bind(1, member.text)
            statement.bind(2, span.upperBound.milliseconds)
            statement.bind(3, span.lowerBound.milliseconds)
            return try statement.all { (device: try $0.identifier(14), stay: try Self.stay($0)) }
        }
    }

    /// Returns the dwells of the stays that the other devices of a device's member had, in any order.
    package func dwellsElsewhere(than device: DeviceKey) throws -> [(facility: FacilityKey, dwelledAt: Timestamp)] {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT s.facility, s.dwelled_ms
                FROM device me JOIN device d ON d.member = me.member AND d.key <> me.key
                    JOIN stay s ON s.device = d.key
                WHERE me.key = ? AND s.dwelled_ms IS NOT NULL AND s.status <> 'withdrawn'
                """
            )
            statement.bind(1, device.rawValue)
            return try statement.all { (FacilityKey(rawValue: $0.int64(0)), $0.time(1)) }
        }
    }

    /// Returns the visits of the open stays of each device, or of one; a device without any is missing.
    package func openVisits(of device: DeviceID? = nil) throws -> [DeviceID: Set<VisitID>] {
        let request: SQL = """
            SELECT d.id, s.visit_id FROM stay s INDEXED BY stay_open JOIN device d ON d.key = s.device
            WHERE s.exited_ms IS NULL AND s.visit_id IS NOT NULL
            """
        let one: SQL = "AND s.device = (SELECT key FROM device WHERE id = \(device?.text))"
        return try database.read { db in
            var visits: [DeviceID: Set<VisitID>] = [:]
            try PreparedStatement(db, device == nil ? request : "\(request) \(one)").forEachRow { row in
                visits[try row.identifier(0), default: []].insert(try row.identifier(1))
            }
            return visits
        }
    }

    /// In the order in which `stay` reads them.
    static let stayColumns = """
        s.id, f.id, s.entered_ms, s.dwelled_ms, s.exited_ms, s.status, s.evidence, s.fixes_inside, s.last_proof_ms,
        s.depth_m, s.doubts, s.touched_ms, s.visit_id, s.evidence_state
        """

    /// Calls a closure with each device's newest state and then its checkpoints, one in memory at a time.
    ///
    /// An error that `body` throws ends the iteration.
    package func forEach(_ body: (StoredStateBytes) throws -> Void) throws {
        try database.read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT d.id, m.id, d.platform, s.state, s.format, NULL, s.clock_state, d.key AS owner
                FROM device_state s JOIN device d ON d.key = s.device JOIN member m ON m.key = d.member
                UNION ALL
                SELECT d.id, m.id, d.platform, c.state, s.format, c.at_ms, NULL, d.key
                FROM checkpoint c JOIN device d ON d.key = c.device JOIN member m ON m.key = d.member
                JOIN device_state s ON s.device = c.device
                ORDER BY owner, 6
                """
            )
            try statement.forEachRow { row in
                try body(
                    StoredStateBytes(
                        device: Device(
                            id: DeviceID(row.text(0)),
                            member: MemberID(row.text(1)),
                            platform: Platform(rawValue: row.text(2)) ?? .ios
                        ),
                        state: row.bytes(3),
                        format: row.int(4),
                        checkpointAt: row.optionalTime(5),
                        clock: row.optionalBytes(6)
                    )
                )
            }
        }
    }

    /// `nil` for a phone that never received any; `DeviceCommit.fences` writes them.
    package func phoneFences(of device: DeviceKey) throws -> PhoneFences? {
        try database.read { db in
            let find = try PreparedStatement(
                db,
                "SELECT told, confirmed, doubtful, changed_ms FROM phone_fences WHERE device = ?"
            )
            find.bind(1, device.rawValue)
            return try find.first { row in
                PhoneFences(
                    delivered: try KeyList.keys(of: row.text(0)),
                    confirmed: try KeyList.keys(of: row.text(1)),
                    doubtful: try KeyList.keys(of: row.text(2)),
                    changedAt: row.time(3)
                )
            }
        }
    }

    /// Records the geofences delivered to a phone by a request that stores nothing else.
    package func setPhoneFences(_ fences: PhoneFences, of device: DeviceKey) throws {
        try database.write { db in try PhoneFencesWriter(db).write(fences, of: device) }
    }
}
