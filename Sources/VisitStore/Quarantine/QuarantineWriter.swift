internal import GRDB
internal import VisitModel

/// Keeps records that could not be used, within any transaction.
struct QuarantineWriter {
    private let upsert: PreparedStatement

    init(_ db: Database) throws {
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO quarantine (app, member, device, code, message, record, digest, received_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (digest) DO UPDATE SET repeats = repeats + 1,
                repeated_ms = max(coalesce(repeated_ms, excluded.received_ms), excluded.received_ms)
            RETURNING repeats
            """
        )
    }

    /// Keeps records; one that is kept is counted.
    ///
    /// - Returns: how many were not there before.
    @discardableResult
    func write(_ records: [NewQuarantine]) throws -> Int {
        var count = 0
        for record in records {
            upsert.bind(1, record.app)
            upsert.bind(2, record.member?.text)
            upsert.bind(3, record.device?.text)
            upsert.bind(4, record.code)
            upsert.bind(5, record.message)
            upsert.bind(6, record.record)
            upsert.bind(7, record.digest)
            upsert.bind(8, record.receivedAt.milliseconds)
            if try upsert.first({ $0.int64(0) }) == 0 { count += 1 }
        }
        return count
    }
}
