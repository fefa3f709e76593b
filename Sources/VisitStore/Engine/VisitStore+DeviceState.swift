internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Returns a device's state as of its last commit; `nil` before the first.
    package func deviceState(_ device: DeviceKey) throws -> StoredDeviceState? {
        try read { db in try Self.deviceState(device, db) }
    }

    /// Reads a device's state within an open transaction.
    static func deviceState(_ device: DeviceKey, _ db: Database) throws -> StoredDeviceState? {
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

    /// Returns the newest checkpoint of a device at or before a time.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - time: the latest time; `nil` for the newest checkpoint of all.
    /// - Returns: the checkpoint; `nil` when there is none.
    /// - Throws: `StorageError`.
    package func checkpoint(_ device: DeviceKey, atOrBefore time: Timestamp?) throws -> Checkpoint? {
        try read { db in
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

    /// Returns the chunks of a device's raw fixes that overlap a time span, in chronological order.
    ///
    /// Fixes still in the pending-fix log (`intake(_:numbers:)`) are not included.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - start: the first time of the span.
    ///   - end: the last time of the span; `nil` for no end.
    ///   - limit: the maximum number of chunks, counted from the first; `nil` for all.
    /// - Returns: the chunks; the first and last may also hold fixes outside the span.
    /// - Throws: `StorageError`.
    package func fixChunks(
        _ device: DeviceKey,
        from start: Timestamp,
        to end: Timestamp? = nil,
        limit: Int? = nil
    ) throws -> [FixChunk] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT first_ms, last_ms, fix_count, fixes FROM fix_chunk
                WHERE device = ?1 AND bucket_ms >= ?2 AND bucket_ms <= ?4 AND last_ms >= ?3 AND first_ms <= ?4
                ORDER BY bucket_ms LIMIT ?5
                """
            )
            statement.bind(1, device.rawValue)
            statement.bind(5, limit ?? -1)
            statement.bind(2, FixChunk.bucket(of: start).milliseconds)
            statement.bind(3, start.milliseconds)
            statement.bind(4, end?.milliseconds ?? .max)
            var chunks: [FixChunk] = []
            try statement.forEachRow { row in
                chunks.append(
                    FixChunk(first: row.time(0), last: row.time(1), fixCount: row.int(2), fixes: row.bytes(3))
                )
            }
            return chunks
        }
    }

    /// Returns the stays of a device that last changed at or after a time, ordered by that change.
    package func stays(_ device: DeviceKey, touchedFrom time: Timestamp) throws -> [StoredStay] {
        try read { db in
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
            var stays: [StoredStay] = []
            try statement.forEachRow { stays.append(try Self.stay($0)) }
            return stays
        }
    }

    /// Returns the visits of a member that overlap a time span, ordered by entry.
    ///
    /// Withdrawn and declined visits are included. An open visit has no end and overlaps every later span. An unknown
    /// member has no visits.
    package func visits(_ member: MemberID, overlapping span: ClosedRange<Timestamp>) throws -> [Visit] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(VisitColumns.names) FROM \(VisitColumns.tables)
                WHERE m.id = ? AND v.entered_ms <= ? AND (v.exited_ms IS NULL OR v.exited_ms >= ?)
                ORDER BY v.entered_ms, v.id
                """
            )
            statement.bind(1, member.text)
            statement.bind(2, span.upperBound.milliseconds)
            statement.bind(3, span.lowerBound.milliseconds)
            var visits: [Visit] = []
            try statement.forEachRow { visits.append(try VisitColumns.visit($0)) }
            return visits
        }
    }

    /// Reads a stay from a row with the columns `stayColumns`.
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
}

/// A device's state as of its last commit.
package struct StoredDeviceState: Hashable, Sendable {
    /// The state in the engine's own encoding.
    package let state: [UInt8]
    /// The format version of `state`.
    package let format: Int
    /// The version of the policy that produced the state.
    package let policyVersion: String
    /// The time of the newest applied fix; `nil` before the first.
    package let newestFixAt: Timestamp?
    /// When the state changes by elapsed time alone if no further fix arrives; `nil` where it does not.
    package let dueAt: Timestamp?
    /// The number of times the state was written; detects a write by another process.
    package let revision: Int64
    /// The estimate of the device's clock error; `nil` before the first fix with a receive time.
    package let clock: StoredClock?

    /// Creates a state.
    package init(
        state: [UInt8],
        format: Int,
        policyVersion: String,
        newestFixAt: Timestamp?,
        dueAt: Timestamp? = nil,
        revision: Int64 = 1,
        clock: StoredClock? = nil
    ) {
        self.clock = clock
        self.revision = revision
        self.dueAt = dueAt
        self.state = state
        self.format = format
        self.policyVersion = policyVersion
        self.newestFixAt = newestFixAt
    }
}

/// The stored estimate of a device's clock error.
package struct StoredClock: Hashable, Sendable {
    /// By how much the clock runs ahead, in milliseconds, more than 0; `nil` where no error is known.
    package let offsetMilliseconds: Int64?
    /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
    package let seemsBehind: Bool
    /// The estimator's state, in the engine's own encoding.
    package let state: [UInt8]

    /// Creates a record.
    package init(offsetMilliseconds: Int64?, seemsBehind: Bool, state: [UInt8]) {
        self.offsetMilliseconds = offsetMilliseconds
        self.seemsBehind = seemsBehind
        self.state = state
    }
}

extension VisitStore {
    /// Returns the devices whose state changes by elapsed time alone because no fix arrived before their `dueAt`.
    package func devicesDue(at time: Timestamp, limit: Int) throws -> [Device] {
        try read { db in
            let statement = try PreparedStatement(
                db,
                """
                SELECT d.id, m.id, d.platform, d.platform_known
                FROM device_state s INDEXED BY device_state_due
                JOIN device d ON d.key = s.device JOIN member m ON m.key = d.member
                WHERE s.due_ms IS NOT NULL AND s.due_ms <= ?
                ORDER BY s.due_ms LIMIT ?
                """
            )
            statement.bind(1, time.milliseconds)
            statement.bind(2, limit)
            var devices: [Device] = []
            try statement.forEachRow { row in
                devices.append(
                    Device(
                        id: try row.identifier(0),
                        member: try row.identifier(1),
                        platform: try row.named(2),
                        isPlatformKnown: row.int(3) != 0
                    )
                )
            }
            return devices
        }
    }
}
