internal import VisitModel
internal import VisitStore

/// The result of a job, waiting to be written.
struct FinishedJob: Sendable {
    /// The changes to store.
    var commits: [DeviceCommit] = []
    /// The entries for the pending-fix log, by device.
    var putDown: [(device: OpenDevice, entry: IntakeEntry)] = []
    /// The records for the quarantine.
    var quarantine: [NewQuarantine] = []
    /// Called with the result of the write.
    let completion: @Sendable (Result<Void, any Error>) -> Void

    init(
        commits: [DeviceCommit] = [],
        putDown: [(device: OpenDevice, entry: IntakeEntry)] = [],
        quarantine: [NewQuarantine] = [],
        _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        self.commits = commits
        self.putDown = putDown
        self.quarantine = quarantine
        self.completion = completion
    }

    /// Its share of a group's limit.
    var weight: Int { max(1, commits.count + quarantine.count + putDown.count / 8) }
}
