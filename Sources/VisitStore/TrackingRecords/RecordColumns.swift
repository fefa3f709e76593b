internal import GRDB

/// The columns of a record and how to decode them.
enum RecordColumns {
    /// The column names, in the order in which `record(_:)` reads them.
    static let list = "uuid, recorded_ms, document"

    /// The condition that a row of `tracking_record` is not locked by a request.
    static let isWaiting = "NOT EXISTS (SELECT 1 FROM tracking_lock WHERE record = tracking_record.key)"

    /// Decodes a record from a row that begins with the columns of `list`.
    static func record(_ row: Columns) -> TrackingRecord {
        TrackingRecord(uuid: row.text(0), recordedAt: row.time(1), document: row.bytes(2))
    }

    /// A row limit for SQLite, where a negative number means no limit.
    static func bound(_ limit: Int?) throws -> Int {
        guard let limit else { return -1 }
        guard limit >= 0 else {
            throw VisitStoreError(.invalidRequest, "\(limit) is not a row limit; use 0 or more, or no limit")
        }
        return limit
    }
}

extension RecordCounts {
    /// Reads the counts; locks are counted by query, because there are at most as many as one request has records.
    init(_ db: Database) throws {
        let find = try PreparedStatement(db, "SELECT stored, (SELECT count(*) FROM tracking_lock) FROM tracking_count")
        let counts = try find.first { row in RecordCounts(stored: row.int(0), locked: row.int(1)) }
        guard let counts else { throw VisitStoreError.damaged("no number of records") }
        self = counts
    }
}
