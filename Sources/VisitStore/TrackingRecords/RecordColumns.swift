internal import GRDB

/// How records are read.
enum RecordColumns {
    /// What `record(_:)` reads, in this order.
    static let list = "uuid, recorded_ms, document"

    /// That a row of `tracking_record` is in no request.
    static let isWaiting = "NOT EXISTS (SELECT 1 FROM tracking_lock WHERE record = tracking_record.key)"

    /// The record of a row that begins with the columns of `list`.
    static func record(_ row: Columns) -> TrackingRecord {
        TrackingRecord(uuid: row.text(0), recordedAt: row.time(1), document: row.bytes(2))
    }

    /// A number of rows for SQLite, which takes a negative one for no limit.
    static func bound(_ limit: Int?) throws -> Int {
        guard let limit else { return -1 }
        guard limit >= 0 else {
            throw VisitStoreError(.invalidRequest, "there can't be \(limit) rows; name 0 or more, or no limit")
        }
        return limit
    }
}

extension RecordCounts {
    /// Reads how many there are; locks are counted, of which there are no more than one request has records.
    init(_ db: Database) throws {
        let find = try PreparedStatement(db, "SELECT stored, (SELECT count(*) FROM tracking_lock) FROM tracking_count")
        let counts = try find.first { row in RecordCounts(stored: row.int(0), locked: row.int(1)) }
        guard let counts else { throw VisitStoreError.damaged("no number of records") }
        self = counts
    }
}
