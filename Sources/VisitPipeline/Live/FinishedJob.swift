internal import VisitModel
internal import VisitStore

/// Something that was worked out and waits to be written.
struct FinishedJob: Sendable {
    /// What is written.
    var commits: [DeviceCommit] = []
    /// What is put down as it came, by device.
    var putDown: [(device: OpenDevice, entry: IntakeEntry)] = []
    /// Records that are kept aside.
    var quarantine: [NewQuarantine] = []
    /// Takes whether it was written.
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

    /// How much of a group it takes up.
    var weight: Int { max(1, commits.count + quarantine.count + putDown.count / 8) }
}
