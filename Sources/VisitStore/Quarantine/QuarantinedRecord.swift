public import VisitModel

/// A stored record of a phone that could not be processed.
public struct QuarantinedRecord: Hashable, Sendable {
    /// The record's key, which is never reused.
    public struct Key: RawRepresentable, Hashable, Sendable {
        /// The key's value.
        public let rawValue: Int64

        /// Creates a key.
        ///
        /// - Parameter rawValue: a value assigned by the store.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }
    }

    /// The record's key; of two records, the one with the lower key was received first.
    public let key: Key
    /// The app that defines the record's format.
    public let app: String
    /// The sending member; `nil` where unknown.
    public let member: MemberID?
    /// The sending phone; `nil` where unknown.
    public let device: DeviceID?
    /// The error code, for programs.
    public let code: String
    /// The error message, for the operator.
    public let message: String
    /// The record's bytes as received.
    public let record: [UInt8]
    /// The size of the received record in bytes; more than `record` has where it was truncated.
    public let size: Int
    /// The SHA-256 digest of the whole record; `nil` where `record` is complete.
    public let sha256: [UInt8]?
    /// When the record was first received.
    public let receivedAt: Timestamp
    /// When the record was last received again; `nil` where it was not.
    public let repeatedAt: Timestamp?
    /// How often the record was received again.
    public let repeats: Int

    /// Whether `record` is complete.
    public var isWhole: Bool { sha256 == nil }

    /// `sha256` in hexadecimal.
    public var sha256Text: String? {
        guard let sha256 else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: sha256.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// A filter for quarantined records; a criterion that is `nil` does not restrict.
public struct QuarantineFilter: Hashable, Sendable {
    /// Only records in this app's format.
    public var app: String?
    /// Only records of this phone.
    public var device: DeviceID?
    /// Only records of this member.
    public var member: MemberID?
    /// Only records with this error code.
    public var code: String?
    /// Only records last received at or after this time.
    public var since: Timestamp?
    /// Only records last received before this time.
    public var until: Timestamp?
    /// Only records after this one, in the order of the list.
    public var after: QuarantinedRecord.Key?
    /// The maximum number of records.
    public var limit: Int?
    /// Whether the newest record comes first.
    public var newestFirst: Bool

    /// Creates a filter; without arguments it matches every record.
    public init(
        app: String? = nil,
        device: DeviceID? = nil,
        member: MemberID? = nil,
        code: String? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        after: QuarantinedRecord.Key? = nil,
        limit: Int? = nil,
        newestFirst: Bool = false
    ) {
        self.app = app
        self.device = device
        self.member = member
        self.code = code
        self.since = since
        self.until = until
        self.after = after
        self.limit = limit
        self.newestFirst = newestFirst
    }
}
