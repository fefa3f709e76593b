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
