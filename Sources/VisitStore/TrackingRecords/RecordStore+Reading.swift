internal import GRDB

extension RecordStore {
    /// How many records there are.
    ///
    /// - Returns: all, and those in a request.
    /// - Throws: `VisitStoreError`.
    public func counts() throws -> RecordCounts {
        try read { try RecordCounts($0) }
    }

    /// Records as they are, without locking them (`getLocations`).
    ///
    /// - Parameters:
    ///   - limit: at most so many, 0 or more; `nil` for all.
    ///   - order: which come first.
    /// - Returns: the records, those in a request among them.
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

    /// One record.
    ///
    /// - Parameter uuid: its name.
    /// - Returns: the record, in a request or not; `nil` where there is none of that name.
    /// - Throws: `VisitStoreError`.
    public func record(_ uuid: String) throws -> TrackingRecord? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT \(RecordColumns.list) FROM tracking_record WHERE uuid = ?")
            find.bind(1, uuid)
            return try find.first(RecordColumns.record)
        }
    }
}
