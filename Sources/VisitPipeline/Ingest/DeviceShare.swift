internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// One device's part of a batch, as it is after it: all that storing it takes.
struct DeviceShare {
    /// The device's number in the store.
    let key: DeviceKey
    /// The device.
    let device: Device
    /// Its whole state as bytes.
    let state: [UInt8]
    /// The time of its last input.
    let lastInputAt: Timestamp?
    /// The newest time that its horizon is counted from.
    let newestSane: Timestamp?
    /// Which stored state it was made from.
    let basis: Int64
    /// When time alone may change something.
    let dueAt: Timestamp?
    /// What is known of the device's clock.
    let clock: StoredClock?
    /// What came of the batch.
    let outcome: DeviceSession.Outcome
    /// The stays that can share time with those of the outcome; `nil` where the store has to be asked.
    let neighbours: [DeviceStay]?
}

extension DeviceSession {
    /// Sums up what a batch made of the device, and notes until when its stays have ended.
    mutating func share(of outcome: Outcome, _ writer: OutcomeWriter) -> DeviceShare {
        let share = DeviceShare(
            key: key,
            device: timeline.device,
            state: timeline.encoded(),
            lastInputAt: timeline.lastInput?.time,
            newestSane: timeline.newestSane,
            basis: revision,
            dueAt: timeline.nextDue(writer.context.policy).map(writer.later),
            clock: clock.stored(),
            outcome: outcome,
            neighbours: hasAllNeighbours(of: outcome, writer.context) ? neighbours(of: outcome, writer) : nil
        )
        settle(outcome)
        storedDue = StoredDue(share.dueAt)
        revision += 1
        return share
    }
}
