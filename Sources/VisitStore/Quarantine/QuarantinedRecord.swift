package import VisitModel

/// A stored record of a phone that could not be processed.
package struct QuarantinedRecord: Hashable, Sendable {
    /// The record's key, which is never reused.
    package struct Key: RawRepresentable, Hashable, Sendable {
        /// The key's value.
        package let rawValue: Int64

        /// Creates a key.
        package init(rawValue: Int64) {
            self.rawValue = rawValue
        }
    }

    /// The record's key; of two records, the one with the lower key was received first.
    package let key: Key
    /// The app that defines the record's format.
    package let app: String
    /// The sending member; `nil` where unknown.
    package let member: MemberID?
    /// The sending phone; `nil` where unknown.
    package let device: DeviceID?
    /// The error code, for programs.
    package let code: String
    /// The error message, for the operator.
    package let message: String
    /// The record's bytes as received.
    package let record: [UInt8]
    /// The size of the received record in bytes; more than `record` has where it was truncated.
    package let size: Int
    /// The SHA-256 digest of the whole record; `nil` where `record` is complete.
    package let sha256: [UInt8]?
    /// When the record was first received.
    package let receivedAt: Timestamp
    /// When the record was last received again; `nil` where it was not.
    package let repeatedAt: Timestamp?
    /// How often the record was received again.
    package let repeats: Int

    /// Whether `record` is complete.
    package var isWhole: Bool { sha256 == nil }

    /// `sha256` in hexadecimal.
    package var sha256Text: String? {
        guard let sha256 else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: sha256.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// A filter for quarantined records; a criterion that is `nil` does not restrict.
package struct QuarantineFilter: Hashable, Sendable {
    /// Only records in this app's format.
    package var app: String?
    /// Only records of this phone.
    package var device: DeviceID?
    /// Only records of this member.
    package var member: MemberID?
    /// Only records with this error code.
    package var code: String?
    /// Only records last received at or after this time.
    package var since: Timestamp?
    /// Only records last received before this time.
    package var until: Timestamp?
    /// Only records after this one, in the order of the list.
    package var after: QuarantinedRecord.Key?
    /// The maximum number of records.
    package var limit: Int?
    /// Whether the newest record comes first.
    package var newestFirst: Bool

    /// Creates a filter; without arguments it matches every record.
    package init(
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
