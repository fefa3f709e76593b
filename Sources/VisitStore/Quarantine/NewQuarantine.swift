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
    /// Its bytes, the first `keptLimit` of them.
    public let record: [UInt8]
    /// How many bytes the whole record has; `nil` where `record` is all of it.
    public let length: Int?
    /// The SHA-256 digest of the whole record; `nil` where `record` is all of it.
    public let sha256: [UInt8]?
    /// A digest of app, sender and record: one that comes again is counted and not kept again.
    public let digest: [UInt8]
    /// When it came.
    public let receivedAt: Timestamp

    /// How many bytes of a record are kept at most.
    public static let keptLimit = 65_536

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - app: whose format the record is in.
    ///   - member: who sent it, where that is known.
    ///   - device: which phone sent it, where that is known.
    ///   - code: why it can't be used, for programs.
    ///   - message: why it can't be used, for a person.
    ///   - record: its bytes, or the first ones of a long record.
    ///   - length: how many bytes the whole record has, where only the first ones are kept.
    ///   - sha256: the SHA-256 digest of the whole record, where only the first ones are kept.
    ///   - digest: a digest of app, sender and record.
    ///   - receivedAt: when it came.
    public init(
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
