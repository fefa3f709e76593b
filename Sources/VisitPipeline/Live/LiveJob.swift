internal import VisitModel
internal import VisitStore

/// A job for one member; a member's jobs run one after the other.
struct LiveJob: Sendable {
    /// The member.
    let member: MemberID
    /// The number of fixes in it.
    let fixCount: Int
    /// The receive time.
    let receivedAt: Timestamp
    /// The work of the job.
    let work: Work

    enum Work: Sendable {
        /// Ingests the reports of the member's devices.
        case reports([DeviceReport], LiveTicket)
        /// Advances the clock of a device.
        case pass(Device)
        /// Saves a device's state with all its pending fixes.
        case save(Device)
        /// Runs a closure with exclusive access to the member, with none of the member's devices open; its result
        /// answers the caller.
        case alone(@Sendable () -> @Sendable () -> Void)
    }

    init(_ member: MemberID, _ work: Work, fixCount: Int = 0, receivedAt: Timestamp) {
        self.member = member
        self.work = work
        self.fixCount = fixCount
        self.receivedAt = receivedAt
    }
}
