internal import GRDB

extension RecordStore {
    /// Deletes records, locked or not, because a server has received them or the app discards them.
    ///
    /// - Parameter uuids: the records' names; unknown ones are ignored.
    /// - Returns: the number of deleted records.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func delete(_ uuids: [String]) throws -> Int {
        try forEach(uuids, "DELETE FROM tracking_record WHERE uuid = ?")
    }

    /// Deletes every record, including locked ones (`destroyLocations`); returns their number.
    @discardableResult
    public func deleteAll() throws -> Int {
        try write { db in
            try db.execute(sql: "DELETE FROM tracking_lock")
            try db.execute(sql: "DELETE FROM tracking_record")
            return db.changesCount
        }
    }
}
