internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// One device's share of a batch: its state after the batch, and all that is stored of it.
struct DeviceShare {
    let key: DeviceKey
    let device: Device
    let state: [UInt8]
    let lastInputAt: Timestamp?
    /// The newest time that its horizon is counted from.
    let newestSane: Timestamp?
    /// The revision of the stored state that it is based on.
    let basis: Int64
    /// The time at which the passage of time alone may change something.
    let dueAt: Timestamp?
    let clock: StoredClock?
    let outcome: DeviceSession.Outcome
    /// The stays that may overlap those of the outcome; `nil` where the store has to be queried.
    let neighbours: [DeviceStay]?
}

extension DeviceSession {
    /// Makes the device's part of the next commit.
    ///
    /// The session counts as written afterwards: its revision, its due time and its clock are those of the commit, and
    /// the ends of the closed stays are recorded.
    mutating func prepareCommit(of outcome: Outcome, _ writer: OutcomeWriter) -> DeviceShare {
        let share = DeviceShare(
            key: key,
            device: timeline.device,
            state: timeline.encoded(),
            lastInputAt: timeline.lastInput?.time,
            newestSane: timeline.newestSane,
            basis: revision,
            dueAt: timeline.nextDue(writer.context.policy).map(writer.later),
            clock: clock.markStored(),
            outcome: outcome,
            neighbours: hasAllNeighbours(of: outcome, writer.context) ? neighbours(of: outcome, writer) : nil
        )
        recordEndedStays(outcome)
        storedDue = StoredDue(share.dueAt)
        revision += 1
        return share
    }
}
