internal import GRDB
internal import VisitModel

/// Writes the raw fixes of a device.
struct FixChunkWriter {
    private let upsert: PreparedStatement

    init(_ db: Database) throws {
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO fix_chunk (device, bucket_ms, first_ms, last_ms, fix_count, fixes) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (device, bucket_ms) DO UPDATE SET first_ms = excluded.first_ms, last_ms = excluded.last_ms,
                fix_count = excluded.fix_count, fixes = excluded.fixes
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
            try upsert.run()
        }
    }
}
