internal import GRDB
internal import SQLiteStorage
internal import VisitModel

struct DeviceStateWriter {
    private let state: PreparedStatement
    private let deleteFrom: PreparedStatement
    private let deleteBefore: PreparedStatement
    private let checkpoint: PreparedStatement

    init(_ db: Database) throws {
        self.state = try PreparedStatement(
            db,
            """
            INSERT INTO device_state (device, format, policy_version, newest_ms, due_ms, state, intake, revision,
                    clock_offset_ms, clock_seems_behind, clock_state)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?9, ?10, ?11)
            ON CONFLICT (device) DO UPDATE SET format = excluded.format, policy_version = excluded.policy_version,
                newest_ms = excluded.newest_ms, due_ms = excluded.due_ms, state = excluded.state,
                intake = max(intake, excluded.intake), revision = revision + 1,
                clock_offset_ms = excluded.clock_offset_ms, clock_seems_behind = excluded.clock_seems_behind,
                clock_state = excluded.clock_state
            WHERE ?8 IS NULL OR revision = ?8
            """
        )
        self.deleteFrom = try PreparedStatement(db, "DELETE FROM checkpoint WHERE device = ? AND at_ms >= ?")
        self.deleteBefore = try PreparedStatement(
            db,
            """
            DELETE FROM checkpoint WHERE device = ?1
                AND at_ms < (SELECT max(at_ms) FROM checkpoint WHERE device = ?1 AND at_ms < ?2)
            """
        )
        self.checkpoint = try PreparedStatement(
            db,
            """
            INSERT INTO checkpoint (device, at_ms, state) VALUES (?, ?, ?)
            ON CONFLICT (device, at_ms) DO UPDATE SET state = excluded.state
            """
        )
    }

    func write(_ commit: DeviceCommit, _ db: Database) throws {
        let device = commit.device.rawValue
        state.bind(1, device)
        state.bind(2, commit.stateFormat)
        state.bind(3, commit.policyVersion)
        state.bind(4, commit.newestFixAt?.milliseconds)
        state.bind(5, commit.dueAt?.milliseconds)
        state.bind(6, commit.state)
        state.bind(7, commit.intakeThrough ?? 0)
        state.bind(8, commit.basis)
        state.bind(9, commit.clock?.offsetMilliseconds)
        state.bind(10, commit.clock?.seemsBehind == true ? 1 : 0)
        state.bind(11, commit.clock?.state)
        try state.run()
        guard db.changesCount == 1 else {
            throw StorageError(
                .outpaced,
                """
                another process has stored the device's state in the meantime; run the command again, and it resumes \
                from there
                """
            )
        }
        if let time = commit.deleteCheckpointsFrom {
            deleteFrom.bind(1, device)
            deleteFrom.bind(2, time.milliseconds)
            try deleteFrom.run()
        }
        for saved in commit.checkpoints {
            checkpoint.bind(1, device)
            checkpoint.bind(2, saved.at.milliseconds)
            checkpoint.bind(3, saved.state)
            try checkpoint.run()
        }
        // Only a new checkpoint can make an old one redundant.
        if let time = commit.forgetCheckpointsBefore, !commit.checkpoints.isEmpty {
            deleteBefore.bind(1, device)
            deleteBefore.bind(2, time.milliseconds)
            try deleteBefore.run()
        }
    }
}

struct FixChunkWriter {
    private let upsert: PreparedStatement
    private let origin: FixOrigin
    private let storedAt: Timestamp?

    init(_ db: Database, origin: FixOrigin, storedAt: Timestamp?) throws {
        self.origin = origin
        self.storedAt = storedAt
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO fix_chunk (device, bucket_ms, first_ms, last_ms, fix_count, fixes, stored_ms, origin)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (device, bucket_ms) DO UPDATE SET first_ms = excluded.first_ms, last_ms = excluded.last_ms,
                fix_count = excluded.fix_count, fixes = excluded.fixes, stored_ms = max(stored_ms, excluded.stored_ms),
                origin = CASE origin WHEN 'live' THEN 'live' ELSE excluded.origin END
            """
        )
    }

    func write(_ commit: DeviceCommit) throws {
        for chunk in commit.chunks {
            upsert.bind(1, commit.device.rawValue)
            upsert.bind(2, chunk.bucket.milliseconds)
            upsert.bind(3, chunk.first.milliseconds)
            upsert.bind(4, chunk.last.milliseconds)
            upsert.bind(5, chunk.fixCount)
            upsert.bind(6, chunk.fixes)
            upsert.bind(7, (storedAt ?? chunk.last).milliseconds)
            upsert.bind(8, origin.rawValue)
            try upsert.run()
        }
    }
}
