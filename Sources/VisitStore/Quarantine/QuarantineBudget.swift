/// How much space the records that can't be used may take.
///
/// Each counts with its bytes, those of its reason, and some 200 for its row. Beyond a sender's budget the oldest records of
/// that sender are dropped; beyond the whole budget, the oldest of the sender that takes most. So a sender that floods the
/// quarantine drops its own records and nobody else's.
struct QuarantineBudget {
    /// For each sender: a member's device, in bytes.
    var senderBytes: Int
    /// For all senders, in bytes.
    var totalBytes: Int

    /// 4 MiB a sender, 256 MiB in all.
    static let standard = QuarantineBudget(senderBytes: 4 << 20, totalBytes: 256 << 20)
}

/// How much space the records that can't be used take.
public struct QuarantineUsage: Hashable, Sendable {
    /// The space of the kept ones, in bytes.
    public let bytes: Int
    /// How many were dropped for want of space since the database was made.
    public let dropped: Int
    /// How much space those took, in bytes.
    public let droppedBytes: Int
}
