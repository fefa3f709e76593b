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
