/// The storage budget of the quarantine.
///
/// Each record counts with its bytes, those of its message, and 200 for its row. Beyond a sender's budget the oldest
/// records of that sender are dropped. Beyond the total budget, the oldest of the largest sender are dropped. So a
/// sender that floods the quarantine loses only its own records.
struct QuarantineBudget {
    /// The budget of each sender, a member's device, in bytes.
    var senderBytes: Int
    /// The budget of all senders together, in bytes.
    var totalBytes: Int

    /// 4 MiB per sender, 256 MiB in total.
    static let standard = QuarantineBudget(senderBytes: 4 << 20, totalBytes: 256 << 20)
}

/// The storage used by the quarantine.
package struct QuarantineUsage: Hashable, Sendable {
    /// The size of the stored records in bytes.
    package let bytes: Int
    /// The number of records dropped for lack of space since the database was created.
    package let dropped: Int
    /// The size of the dropped records in bytes.
    package let droppedBytes: Int
}
