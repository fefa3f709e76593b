internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

extension DeviceSession {
    /// What the store writes where nothing came of a batch but what a phone is told to keep, or when it is due again.
    ///
    /// Only where nothing is put down that the state would get ahead of.
    mutating func unchangedCommit(_ writer: OutcomeWriter) -> DeviceCommit {
        var commit = DeviceCommit(
            device: key,
            state: timeline.encoded(),
            stateFormat: DeviceTimeline.format,
            policyVersion: writer.context.policyVersion,
            newestFixAt: timeline.newestSane ?? timeline.lastInput?.time
        )
        commit.dueAt = timeline.nextDue(writer.context.policy).map(writer.later)
        storedDue = StoredDue(commit.dueAt)
        commit.clock = clock.stored()
        commit.basis = revision
        revision += 1
        return commit
    }
}

extension DeviceTimeline {
    /// The first time at which time alone may change something.
    func nextDue(_ policy: EvaluationPolicy) -> Timestamp? {
        evaluator.nextDue(policy: policy)
    }
}
