internal import VisitModel
internal import VisitStore

/// Something to be done for one member, one thing after the other.
struct LiveJob: Sendable {
    /// Whose it is.
    let member: MemberID
    /// How many fixes wait in it.
    let fixCount: Int
    /// When it came in.
    let receivedAt: Timestamp
    /// What is to be done.
    let work: Work

    enum Work: Sendable {
        /// Takes what the member's devices sent.
        case reports([DeviceReport], LiveTicket)
        /// Lets time pass for a device.
        case pass(Device)
        /// Stores a device's state with all that was put down of it.
        case save(Device)
        /// Does something that nothing else of the member may happen beside, with none of the member's devices open, and
        /// returns what answers the caller.
        case alone(@Sendable () -> @Sendable () -> Void)
    }

    init(_ member: MemberID, _ work: Work, fixCount: Int = 0, receivedAt: Timestamp) {
        self.member = member
        self.work = work
        self.fixCount = fixCount
        self.receivedAt = receivedAt
    }
}
