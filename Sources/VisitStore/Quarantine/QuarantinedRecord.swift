package import VisitModel

/// A phone's record that can't be processed, to be stored unchanged in quarantine.
///
/// The phone still receives a success response, because a refusal would block its queue for days.
package struct NewQuarantine: Hashable, Sendable {
    /// The app that defines the record's format, for instance `transistor`.
    package let app: String
    /// `nil` where unknown.
    package let member: MemberID?
    /// `nil` where unknown.
    package let device: DeviceID?
    /// For programs.
    package let code: String
    /// For the operator.
    package let message: String
    /// At most the first `keptLimit` bytes.
    package let record: [UInt8]
    /// The size of the whole record in bytes; `nil` where `record` is complete.
    package let length: Int?
    /// Of the whole record; `nil` where `record` is complete.
    package let sha256: [UInt8]?
    /// A digest of app, sender and record; repetitions of a digest are counted instead of stored.
    package let digest: [UInt8]
    package let receivedAt: Timestamp

    /// The maximum number of bytes stored of a record.
    package static let keptLimit = 65_536

    package init(
        app: String,
        member: MemberID?,
        device: DeviceID?,
        code: String,
        message: String,
        record: [UInt8],
        length: Int? = nil,
        sha256: [UInt8]? = nil,
        digest: [UInt8],
        receivedAt: Timestamp
    ) {
        self.app = app
        self.member = member
        self.device = device
        self.code = code
        self.message = message
        self.record = record
        self.length = length
        self.sha256 = sha256
        self.digest = digest
        self.receivedAt = receivedAt
    }
}

package struct QuarantinedRecord: Hashable, Sendable {
    /// Never reused.
    package typealias Key = RecordKey<QuarantinedRecord>

    /// Of two records, the one with the lower key was received first.
    package let key: Key
    /// The app that defines the record's format.
    package let app: String
    /// `nil` where unknown.
    package let member: MemberID?
    /// `nil` where unknown.
    package let device: DeviceID?
    /// For programs.
    package let code: String
    /// For the operator.
    package let message: String
    /// As received, at most the first `NewQuarantine.keptLimit` bytes.
    package let record: [UInt8]
    /// Of the received record in bytes; more than `record` has where it was truncated.
    package let size: Int
    /// Of the whole record; `nil` where `record` is complete.
    package let sha256: [UInt8]?
    package let receivedAt: Timestamp
    /// `nil` where the record was not received again.
    package let repeatedAt: Timestamp?
    /// How often the record was received again.
    package let repeats: Int

    package var isWhole: Bool { sha256 == nil }

    /// `sha256` in hexadecimal.
    package var sha256Text: String? { sha256?.hexadecimalText }
}

/// A filter for quarantined records; a criterion that is `nil` does not restrict.
package struct QuarantineFilter: Hashable, Sendable {
    /// In this app's format.
    package var app: String?
    package var device: DeviceID?
    package var member: MemberID?
    package var code: String?
    /// Last received at or after this time.
    package var since: Timestamp?
    /// Last received before this time.
    package var until: Timestamp?
    /// In the order of the list.
    package var after: QuarantinedRecord.Key?
    package var limit: Int?
    package var newestFirst: Bool

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
