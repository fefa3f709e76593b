internal import GRDB

extension RecordStore {
    /// Returns the numbers of stored and locked records.
    public func counts() throws -> RecordCounts {
        try read { try RecordCounts($0) }
    }

    /// Returns records, including locked ones, without locking them (`getLocations`).
    ///
    /// - Parameters:
    ///   - limit: the maximum number of records, 0 or more; `nil` for all.
    ///   - order: the order of the records.
    /// - Returns: the records.
    /// - Throws: `VisitStoreError`, with code `invalidRequest` for a negative limit.
    public func records(limit: Int? = nil, order: RecordOrder = .oldestFirst) throws -> [TrackingRecord] {
        let bound = try RecordColumns.bound(limit)
        return try read { db in
            let find = try PreparedStatement(
                db,
                "SELECT \(RecordColumns.list) FROM tracking_record ORDER BY key \(order.rawValue) LIMIT ?"
            )
            find.bind(1, bound)
            var records: [TrackingRecord] = []
            try find.forEachRow { records.append(RecordColumns.record($0)) }
            return records
        }
    }

    /// Returns a record by its name, locked or not; `nil` where there is none.
    public func record(_ uuid: String) throws -> TrackingRecord? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT \(RecordColumns.list) FROM tracking_record WHERE uuid = ?")
            find.bind(1, uuid)
            return try find.first(RecordColumns.record)
        }
    }
}
