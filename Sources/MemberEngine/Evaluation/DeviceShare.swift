internal import DeviceEngine
internal import GeofenceEngine
package import VisitModel

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
    /// The stays that may overlap those of the outcome; `nil` where the member's history has to be read.
    let neighbours: [DeviceStay]?
}

extension DeviceSession {
    /// Makes the device's part of the next commit.
    ///
    /// The session counts as written afterwards: its revision, its due time and its clock are those of the commit, and
    /// the ends of the closed stays are recorded.
    mutating func prepareCommit(of outcome: Outcome, _ context: EvaluationContext) -> DeviceShare {
        let share = DeviceShare(
            key: key,
            device: timeline.device,
            state: timeline.encoded(),
            lastInputAt: timeline.lastInput?.time,
            newestSane: timeline.newestSane,
            basis: revision,
            dueAt: timeline.evaluator.nextDue(policy: context.policy).map(context.later),
            clock: clock.markStored(),
            outcome: outcome,
            neighbours: hasAllNeighbours(of: outcome, context) ? neighbours(of: outcome, context) : nil
        )
        recordEndedStays(outcome)
        storedDue = StoredDue(share.dueAt)
        revision += 1
        return share
    }

    /// Makes the commit for a batch that changed nothing but the delivered geofences or the due time.
    ///
    /// It requires that nothing is pending, because the stored state would otherwise get ahead of the stored inputs. The
    /// session counts as written afterwards.
    package mutating func unchangedCommit(_ context: EvaluationContext) -> DeviceCommit {
        var commit = DeviceCommit(
            device: key,
            state: timeline.encoded(),
            stateFormat: DeviceTimeline.format,
            policyVersion: context.timeline.policyVersion,
            newestFixAt: timeline.newestSane ?? timeline.lastInput?.time
        )
        commit.dueAt = timeline.evaluator.nextDue(policy: context.policy).map(context.later)
        storedDue = StoredDue(commit.dueAt)
        commit.clock = clock.markStored()
        commit.basis = revision
        revision += 1
        return commit
    }
}
