internal import GRDB
internal import SQLiteStorage
internal import VisitModel

extension RecordStore {
    /// Appends records in order, after deleting those beyond the limits; returns the number deleted.
    ///
    /// Several records are stored as if inserted one by one, each even where all others are locked and exceed the
    /// limit. The state from which the phone resumes belongs in the same call. If the process is killed, either both
    /// are stored or neither, so no name is assigned twice and no distance is counted twice. Throws `StorageError` with
    /// code `repeatedName` for a record that is stored already.
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
                    throw StorageError(
                        .repeatedName,
                        "a record with the UUID `\(record.uuid)` is already stored; give each record its own UUID"
                    )
                }
            }
            try Self.write(states, db)
            try Self.append(log, db)
            return removed
        }
    }

    /// Deletes records beyond the limits, as at a launch; returns their number.
    @discardableResult
    public func purge(_ limits: RecordLimits) throws -> Int {
        try write { try RecordPurge.makeRoom($0, limits, adding: 0) }
    }
}

enum RecordPurge {
    /// Deletes records that are too old, and then the oldest of the others to make room for new ones.
    ///
    /// Locked records are kept. Returns the number of deleted records.
    static func makeRoom(_ db: Database, _ limits: RecordLimits, adding count: Int) throws -> Int {
        var removed = 0
        if let time = limits.keptFrom { removed += try db.changeRows(oldSQL, time.milliseconds) }
        if let most = limits.mostRecords {
            let counts = try RecordCounts(db)
            let excess = min(counts.stored + count - most, counts.waiting)
            guard excess > 0 else { return removed }
            removed += try db.changeRows(oldestSQL, Int64(excess))
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

extension RecordStore {
    /// Deletes records, locked or not, that a server has received or the app discards; returns their number.
    ///
    /// Unknown names are ignored.
    @discardableResult
    public func delete(_ uuids: [String]) throws -> Int {
        try forEach(uuids, "DELETE FROM tracking_record WHERE uuid = ?")
    }

    /// Deletes every record, including locked ones (`destroyLocations`); returns their number.
    @discardableResult
    public func deleteAll() throws -> Int {
        try write { db in
            try db.execute(sql: "DELETE FROM tracking_lock")
            return try db.changeRows("DELETE FROM tracking_record")
        }
    }
}

extension Database {
    /// Runs a statement with the value of its parameter, if it has one; returns the number of changed rows.
    func changeRows(_ sql: String, _ value: Int64? = nil) throws -> Int {
        let statement = try PreparedStatement(self, sql)
        if let value { statement.bind(1, value) }
        try statement.run()
        return changesCount
    }
}
