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
    /// Counts.
    ///
    /// Neither number reads a record: both are of small trees, by the page.
    init(_ db: Database) throws {
        func count(_ table: String) throws -> Int {
            try PreparedStatement(db, "SELECT count(*) FROM \(table)").first { $0.int(0) } ?? 0
        }
        self.init(stored: try count("tracking_record"), locked: try count("tracking_lock"))
    }
}
