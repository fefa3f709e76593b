public import VisitModel

/// A record of a phone that can't be used and is kept as it came, before it is stored.
///
/// The phone is answered that all is well: a refusal would block its queue for days.
public struct NewQuarantine: Hashable, Sendable {
    /// Whose format the record is in, for instance `transistor`.
    public let app: String
    /// Who sent it; `nil` where that is not known.
    public let member: MemberID?
    /// Which phone sent it; `nil` where that is not known.
    public let device: DeviceID?
    /// Why it can't be used: a short name, for programs.
    public let code: String
    /// Why it can't be used, for a person.
    public let message: String
    /// Its bytes.
    public let record: [UInt8]
    /// A digest of app, sender and record: one that comes again is counted and not kept again.
    public let digest: [UInt8]
    /// When it came.
    public let receivedAt: Timestamp

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - app: whose format the record is in.
    ///   - member: who sent it, where that is known.
    ///   - device: which phone sent it, where that is known.
    ///   - code: why it can't be used, for programs.
    ///   - message: why it can't be used, for a person.
    ///   - record: its bytes.
    ///   - digest: a digest of app, sender and record.
    ///   - receivedAt: when it came.
    public init(
        app: String,
        member: MemberID?,
        device: DeviceID?,
        code: String,
        message: String,
        record: [UInt8],
        digest: [UInt8],
        receivedAt: Timestamp
    ) {
        self.app = app
        self.member = member
        self.device = device
        self.code = code
        self.message = message
        self.record = record
        self.digest = digest
        self.receivedAt = receivedAt
    }
}
