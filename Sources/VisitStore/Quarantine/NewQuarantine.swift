package import VisitModel

/// A phone's record that can't be processed, to be stored unchanged in quarantine.
///
/// The phone still receives a success response, because a refusal would block its queue for days.
package struct NewQuarantine: Hashable, Sendable {
    /// The app that defines the record's format, for instance `transistor`.
    package let app: String
    /// The sending member; `nil` where unknown.
    package let member: MemberID?
    /// The sending phone; `nil` where unknown.
    package let device: DeviceID?
    /// The error code, for programs.
    package let code: String
    /// The error message, for the operator.
    package let message: String
    /// The record's bytes, at most the first `keptLimit`.
    package let record: [UInt8]
    /// The size of the whole record in bytes; `nil` where `record` is complete.
    package let length: Int?
    /// The SHA-256 digest of the whole record; `nil` where `record` is complete.
    package let sha256: [UInt8]?
    /// A digest of app, sender and record; repetitions of a digest are counted instead of stored.
    package let digest: [UInt8]
    /// When the record was received.
    package let receivedAt: Timestamp

    /// The maximum number of bytes stored of a record.
    package static let keptLimit = 65_536

    /// Creates a record.
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
