public import VisitModel

/// A record of a phone that could not be used, as it is kept.
public struct QuarantinedRecord: Hashable, Sendable {
    /// Its number, which is never given to another.
    public struct Key: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: Int64

        /// Takes a number that the store gave out.
        ///
        /// - Parameter rawValue: the number.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }
    }

    /// Its number; of two, the lower one came first.
    public let key: Key
    /// Whose format it is in.
    public let app: String
    /// Who sent it; `nil` where that is not known.
    public let member: MemberID?
    /// Which phone sent it; `nil` where that is not known.
    public let device: DeviceID?
    /// Why it could not be used, for programs.
    public let code: String
    /// Why it could not be used, for a person.
    public let message: String
    /// Its bytes, as they came.
    public let record: [UInt8]
    /// How many bytes it had when it came; more than `record` has where only the first ones are kept.
    public let size: Int
    /// The SHA-256 digest of the whole record; `nil` where `record` is all of it.
    public let sha256: [UInt8]?
    /// When it first came.
    public let receivedAt: Timestamp
    /// When it last came again; `nil` where it did not.
    public let repeatedAt: Timestamp?
    /// How often it came again.
    public let repeats: Int

    /// Whether `record` is all of it.
    public var isWhole: Bool { sha256 == nil }

    /// `sha256` in hexadecimal.
    public var sha256Text: String? {
        guard let sha256 else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: sha256.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Which quarantined records are meant; what is `nil` does not restrict.
public struct QuarantineFilter: Hashable, Sendable {
    /// Only those in this app's format.
    public var app: String?
    /// Only those of this phone.
    public var device: DeviceID?
    /// Only those of this member.
    public var member: MemberID?
    /// Only those with this reason.
    public var code: String?
    /// Only those that came, or came again, at or after this time.
    public var since: Timestamp?
    /// Only those that came, and came for the last time, before this time.
    public var until: Timestamp?
    /// Only those behind this one, in the order they are listed.
    public var after: QuarantinedRecord.Key?
    /// At most so many.
    public var limit: Int?
    /// Whether they are listed from the newest to the oldest.
    public var newestFirst: Bool

    /// Makes a filter that passes every record.
    ///
    /// - Parameters:
    ///   - app: only those in this app's format.
    ///   - device: only those of this phone.
    ///   - member: only those of this member.
    ///   - code: only those with this reason.
    ///   - since: only those that came, or came again, at or after this time.
    ///   - until: only those that came for the last time before this time.
    ///   - after: only those behind this one.
    ///   - limit: at most so many.
    ///   - newestFirst: whether they are listed from the newest to the oldest.
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
