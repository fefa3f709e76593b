internal import GRDB
internal import VisitModel

extension RecordStore {
    /// Stores records behind those that are there, after what is too old or too many for them has made way.
    ///
    /// Several are stored as if one came after the other. The state that the phone goes on from belongs into the same
    /// call: of a process that is killed, either both are there or neither, so no name is given twice and no distance is
    /// travelled twice.
    ///
    /// - Parameters:
    ///   - records: what was recorded, in order.
    ///   - limits: what makes way. Each record is stored, even where all others are in requests and over the limit.
    ///   - states: the state from now on, by name.
    ///   - log: what is noted beside it.
    /// - Returns: how many records made way.
    /// - Throws: `VisitStoreError`, with code `repeatedName` for a record that is stored already.
    @discardableResult
    public func insert(
        _ records: [TrackingRecord],
        limits: RecordLimits = .none,
        states: [TrackingStateName: [UInt8]] = [:],
        log: [LogLine] = []
    ) throws -> Int {
        guard !records.isEmpty || !states.isEmpty || !log.isEmpty else { return 0 }
        return try write { db in
            let insert = try PreparedStatement(
                db,
                """
                INSERT INTO tracking_record (uuid, recorded_ms, document) VALUES (?, ?, ?) ON CONFLICT (uuid) DO NOTHING
                """
            )
            var removed = 0
            for record in records {
                removed += try RecordPurge.makeRoom(db, limits, adding: 1)
                insert.bind(1, record.uuid)
                insert.bind(2, record.recordedAt.milliseconds)
                insert.bind(3, record.document)
                try insert.run()
                guard db.changesCount == 1 else {
                    throw VisitStoreError(
                        .repeatedName,
                        "a record named `\(record.uuid)` is stored already; give each record a name of its own"
                    )
                }
            }
            try Self.write(states, db)
            try Self.append(log, db)
            return removed
        }
    }

    /// Deletes what is too old or too many, as at a launch.
    ///
    /// - Parameter limits: what makes way.
    /// - Returns: how many records made way.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func purge(_ limits: RecordLimits) throws -> Int {
        try write { try RecordPurge.makeRoom($0, limits, adding: 0) }
    }
}

/// Deletes records that make way.
enum RecordPurge {
    /// Deletes what is too old, then of the others the oldest that are too many for those that are to be stored next.
    ///
    /// - Returns: how many were deleted.
    static func makeRoom(_ db: Database, _ limits: RecordLimits, adding count: Int) throws -> Int {
        var removed = 0
        if let time = limits.keptFrom {
            let delete = try PreparedStatement(db, oldSQL)
            delete.bind(1, time.milliseconds)
            try delete.run()
            removed += db.changesCount
        }
        if let most = limits.mostRecords {
            let counts = try RecordCounts(db)
            let excess = min(counts.stored + count - most, counts.waiting)
            guard excess > 0 else { return removed }
            let delete = try PreparedStatement(db, oldestSQL)
            delete.bind(1, excess)
            try delete.run()
            removed += db.changesCount
        }
        return removed
    }

    static let oldSQL = "DELETE FROM tracking_record WHERE recorded_ms < ? AND \(RecordColumns.isWaiting)"

    static let oldestSQL = """
        DELETE FROM tracking_record WHERE key IN (
            SELECT key FROM tracking_record WHERE \(RecordColumns.isWaiting) ORDER BY key LIMIT ?
        )
        """
}
