internal import GRDB
internal import SQLiteStorage
public import VisitModel

/// A recorded item to upload to a server.
public struct TrackingRecord: Hashable, Sendable {
    /// The record's unique name, by which a server ignores duplicates.
    public let uuid: String
    /// When the record was created; age limits refer to this time.
    public let recordedAt: Timestamp
    /// The payload: one JSON value in UTF-8, which the store does not decode.
    public let document: [UInt8]

    /// Creates a record.
    public init(uuid: String, recordedAt: Timestamp, document: [UInt8]) {
        self.uuid = uuid
        self.recordedAt = recordedAt
        self.document = document
    }
}

/// The order of records or log lines by insertion, independent of their times.
public enum RecordOrder: String, Hashable, Sendable, CaseIterable {
    /// By ascending insertion.
    case oldestFirst = "ASC"
    /// By descending insertion.
    case newestFirst = "DESC"
}

/// The numbers of records.
public struct RecordCounts: Hashable, Sendable {
    /// The number of all records.
    public let stored: Int
    /// The number of records locked by a request.
    public let locked: Int
    /// The number of unlocked records.
    public var waiting: Int { stored - locked }
}

/// The limits enforced at each insertion and at launch; records locked by a request are never deleted by them.
///
/// Source: Transistor types, PersistenceConfig (maxDaysToPersist, maxRecordsToPersist).
public struct RecordLimits: Hashable, Sendable {
    /// Earlier records are deleted, uploaded or not; `nil` for no limit.
    public let keptFrom: Timestamp?
    /// The maximum number of stored records, beyond which the oldest are deleted; `nil` for no limit.
    public let mostRecords: Int?

    /// No limits.
    public static let none = RecordLimits(keptFrom: nil)

    /// Creates a limit of age only.
    public init(keptFrom: Timestamp?) {
        self.keptFrom = keptFrom
        self.mostRecords = nil
    }

    /// Creates limits of age and number; `nil` is no limit.
    ///
    /// Throws `StorageError` with code `invalidRequest` for a `mostRecords` below 1. To store nothing, insert nothing.
    public init(keptFrom: Timestamp?, mostRecords: Int?) throws {
        if let mostRecords, mostRecords < 1 {
            throw StorageError(
                .invalidRequest,
                "a store can't be limited to \(mostRecords) records; use 1 or more, or do not insert any"
            )
        }
        self.keptFrom = keptFrom
        self.mostRecords = mostRecords
    }
}

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
            throw StorageError(.invalidRequest, "\(limit) is not a row limit; use 0 or more, or no limit")
        }
        return limit
    }
}

extension RecordCounts {
    /// Reads the counts; locks are counted by query, because there are at most as many as one request has records.
    init(_ db: Database) throws {
        let find = try PreparedStatement(db, "SELECT stored, (SELECT count(*) FROM tracking_lock) FROM tracking_count")
        let counts = try find.first { row in RecordCounts(stored: row.int(0), locked: row.int(1)) }
        guard let counts else { throw StorageError.damaged("no number of records") }
        self = counts
    }
}
