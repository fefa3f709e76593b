internal import GRDB

extension RecordStore {
    /// Hands out records for a request and locks them, so that no other one gets them until they are unlocked.
    ///
    /// - Parameters:
    ///   - limit: at most so many, 0 or more; `nil` for all that wait.
    ///   - order: which come first.
    /// - Returns: records that were in no request, in order; none where none waits.
    /// - Throws: `VisitStoreError`, with code `invalidRequest` for a negative limit.
    public func next(limit: Int?, order: RecordOrder = .oldestFirst) throws -> [TrackingRecord] {
        let bound = try RecordColumns.bound(limit)
        return try write { db in
            let find = try PreparedStatement(
                db,
                """
                SELECT \(RecordColumns.list), key FROM tracking_record
                WHERE \(RecordColumns.isWaiting) ORDER BY key \(order.rawValue) LIMIT ?
                """
            )
            find.bind(1, bound)
            var found: [(record: TrackingRecord, key: Int64)] = []
            try find.forEachRow { found.append((RecordColumns.record($0), $0.int64(3))) }
            let lock = try PreparedStatement(db, "INSERT INTO tracking_lock (record) VALUES (?)")
            for (_, key) in found {
                lock.bind(1, key)
                try lock.run()
            }
            return found.map(\.record)
        }
    }

    /// Lets records wait again whose request has failed; they keep their place.
    ///
    /// - Parameter uuids: their names; what is not stored any more, or not locked, is passed over.
    /// - Returns: how many were locked.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func unlock(_ uuids: [String]) throws -> Int {
        try forEach(
            uuids,
            "DELETE FROM tracking_lock WHERE record = (SELECT key FROM tracking_record WHERE uuid = ?)"
        )
    }

    /// Lets every record wait again: what was in a request when a process ended.
    ///
    /// - Returns: how many were locked.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func unlockAll() throws -> Int {
        try write { db in
            try db.execute(sql: "DELETE FROM tracking_lock")
            return db.changesCount
        }
    }

    /// Runs a statement for each name in one transaction.
    ///
    /// - Returns: how many rows it changed.
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
