internal import GRDB
internal import SQLiteStorage

extension RecordStore {
    /// Returns records for a request and locks them, so that no other request gets them until they are unlocked.
    ///
    /// A `nil` limit returns all that are not locked. Throws `StorageError` with code `invalidRequest` for a negative
    /// limit.
    public func next(limit: Int?, order: RecordOrder = .oldestFirst) throws -> [TrackingRecord] {
        let bound = try RecordColumns.bound(limit)
        return try write { db in
            let find: SQL = """
                SELECT \(sql: RecordColumns.list), key FROM tracking_record
                WHERE \(sql: RecordColumns.isWaiting) ORDER BY key \(sql: order.rawValue) LIMIT \(bound)
                """
            let found = try PreparedStatement(db, find).all { (record: RecordColumns.record($0), key: $0.int64(3)) }
            let lock = try PreparedStatement(db, "INSERT INTO tracking_lock (record) VALUES (?)")
            for (_, key) in found {
                lock.bind(1, key)
                try lock.run()
            }
            return found.map(\.record)
        }
    }

    /// Unlocks the records of a failed request, which keep their position; returns the number that were locked.
    ///
    /// Unknown or unlocked names are ignored.
    @discardableResult
    public func unlock(_ uuids: [String]) throws -> Int {
        try forEach(
            uuids,
            "DELETE FROM tracking_lock WHERE record = (SELECT key FROM tracking_record WHERE uuid = ?)"
        )
    }

    /// Unlocks every record, for requests that were in flight when a process ended; returns the number unlocked.
    @discardableResult
    public func unlockAll() throws -> Int { try write { try $0.changeRows("DELETE FROM tracking_lock") } }

    /// Runs a statement for each name in one transaction; returns the number of changed rows.
    func forEach(_ uuids: [String], _ sql: String) throws -> Int {
        guard !uuids.isEmpty else { return 0 }
        return try write { db in
            let statement = try PreparedStatement(db, sql)
            var changed = 0
            for uuid in uuids {
                statement.bind(1, uuid)
                try statement.run()
                changed += db.changesCount
            }
            return changed
        }
    }
}

extension RecordStore {
    /// Returns the numbers of stored and locked records.
    public func counts() throws -> RecordCounts { try read { try RecordCounts($0) } }

    /// Returns records, including locked ones, without locking them (`getLocations`); a `nil` limit returns all.
    ///
    /// Throws `StorageError` with code `invalidRequest` for a negative limit.
    public func records(limit: Int? = nil, order: RecordOrder = .oldestFirst) throws -> [TrackingRecord] {
        let bound = try RecordColumns.bound(limit)
        let request: SQL = """
            SELECT \(sql: RecordColumns.list) FROM tracking_record ORDER BY key \(sql: order.rawValue) LIMIT \(bound)
            """
        return try read { try PreparedStatement($0, request).all(RecordColumns.record) }
    }

    /// Returns a record by its name, locked or not; `nil` where there is none.
    public func record(_ uuid: String) throws -> TrackingRecord? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT \(RecordColumns.list) FROM tracking_record WHERE uuid = ?")
            // Bound and not interpolated: the library ends an interpolated text at its first zero byte.
            find.bind(1, uuid)
            return try find.first(RecordColumns.record)
        }
    }
}
