internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

extension DeviceSession {
    /// The commit for a batch that changed nothing but the delivered geofences or the due time.
    ///
    /// It requires that nothing is pending, because the stored state would otherwise get ahead of the stored inputs.
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
    /// The first time at which the passage of time alone may change something.
    func nextDue(_ policy: EvaluationPolicy) -> Timestamp? {
        evaluator.nextDue(policy: policy)
    }
}
