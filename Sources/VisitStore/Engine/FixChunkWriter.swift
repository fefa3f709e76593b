internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes a device's raw fixes by hour.
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
