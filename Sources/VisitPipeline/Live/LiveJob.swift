internal import VisitModel
internal import VisitStore

/// A job for one member; a member's jobs run one after the other.
struct LiveJob: Sendable {
    let member: MemberID
    let fixCount: Int
    let receivedAt: Timestamp
    let work: Work

    enum Work: Sendable {
        case reports([DeviceReport], LiveTicket)
        case advance(Device)
        /// Saves a device's state with all its pending fixes.
        case save(Device)
        /// Runs a closure with exclusive access to the member, with none of the member's devices open; its result
        /// answers the caller.
        case exclusive(@Sendable () -> @Sendable () -> Void)
    }

    init(_ member: MemberID, _ work: Work, fixCount: Int = 0, receivedAt: Timestamp) {
        self.member = member
        self.work = work
        self.fixCount = fixCount
        self.receivedAt = receivedAt
    }
}

/// The result of a job, waiting to be written.
struct FinishedJob: Sendable {
    var commits: [DeviceCommit] = []
    var pending: [(device: OpenDevice, entry: IntakeEntry)] = []
    var quarantine: [NewQuarantine] = []
    /// Called with the result of the write.
    let completion: @Sendable (Result<Void, any Error>) -> Void

    init(
        commits: [DeviceCommit] = [],
        pending: [(device: OpenDevice, entry: IntakeEntry)] = [],
        quarantine: [NewQuarantine] = [],
        _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        self.commits = commits
        self.pending = pending
        self.quarantine = quarantine
        self.completion = completion
    }

    /// Its share of a group's limit.
    var weight: Int { max(1, commits.count + quarantine.count + pending.count / 8) }
}
