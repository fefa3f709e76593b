internal import GRDB

extension RecordStore {
    /// Deletes records by name, locked or not: a server has them, or the app does not want them sent.
    ///
    /// - Parameter uuids: their names; what is not stored is passed over.
    /// - Returns: how many were deleted.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func delete(_ uuids: [String]) throws -> Int {
        try forEach(uuids, "DELETE FROM tracking_record WHERE uuid = ?")
    }

    /// Deletes every record, also those in a request (`destroyLocations`).
    ///
    /// - Returns: how many were deleted.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    public func deleteAll() throws -> Int {
        try write { db in
            try db.execute(sql: "DELETE FROM tracking_lock")
            try db.execute(sql: "DELETE FROM tracking_record")
            return db.changesCount
        }
    }
}
