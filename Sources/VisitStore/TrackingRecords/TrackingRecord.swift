public import VisitModel

/// Something that a phone recorded and that a server is to have.
public struct TrackingRecord: Hashable, Sendable {
    /// Its name, by which a server drops what it has already; no two stored records share one.
    public let uuid: String
    /// When it was recorded; what is too old goes by this.
    public let recordedAt: Timestamp
    /// What is sent: one JSON value in UTF-8, which the store does not read.
    public let document: [UInt8]

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - uuid: its name.
    ///   - recordedAt: when it was recorded.
    ///   - document: one JSON value in UTF-8.
    public init(uuid: String, recordedAt: Timestamp, document: [UInt8]) {
        self.uuid = uuid
        self.recordedAt = recordedAt
        self.document = document
    }
}

/// In which order things are handed out; the order is that in which they were stored, whatever their times say.
public enum RecordOrder: String, Hashable, Sendable, CaseIterable {
    /// What was stored first comes first.
    case oldestFirst = "ASC"
    /// What was stored last comes first.
    case newestFirst = "DESC"
}

/// How many records there are.
public struct RecordCounts: Hashable, Sendable {
    /// All of them.
    public let stored: Int
    /// Those in a request.
    public let locked: Int
    /// Those in no request.
    public var waiting: Int { stored - locked }
}
