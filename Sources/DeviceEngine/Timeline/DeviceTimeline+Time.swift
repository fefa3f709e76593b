internal import GeofenceEngine
package import VisitModel

extension DeviceTimeline {
    /// Advances the clock without a fix.
    ///
    /// This detects what the next fix would detect: a time gap that exceeds the limit, a fence that was moved or
    /// retired, a facility that is no longer on the member's list. An uncontradicted entry is recorded where `presumes`
    /// is set.
    ///
    /// - Parameters:
    ///   - time: now; not before the last input.
    ///   - presumes: whether an uncontradicted entry is recorded.
    ///   - context: the environment of the device.
    ///   - journal: receives the resulting changes.
    mutating func advanceClock(
        to time: Timestamp,
        presumes: Bool,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        guard !evaluator.tracks.isEmpty, !isUndecided(at: time, context.policy.visits) else { return }
        let tracked = evaluator.tracks.count
        if surroundings.needCatalog(at: time) {
            enter(context.history.catalog(at: time), context, nil, into: &journal)
        }
        let catalog = surroundings.catalog
        leaveForeignFences(catalog, context.policy, nil, into: &journal)
        var transitions: [FenceTransition] = []
        evaluator.tick(at: time, presumes: presumes, policy: context.policy) { transitions.append($0) }
        for transition in transitions {
            follow(transition, catalog, context.policy, nil, into: &journal)
        }
        // A fence that was kept because the member was in it gives its slot to a nearer one.
        if evaluator.tracks.count < tracked {
            chooseAgain(at: time, context, into: &journal)
            surroundings.forgetWatched()
        }
    }

    /// Whether advancing the clock would record anything, so that it is worth an input.
    ///
    /// Cheap for nearly every device: without stays the answer is immediate, with stays each is inspected. Only where
    /// something is due a copy of the timeline is advanced.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - context: the environment of the device.
    /// - Returns: whether `.passed(at: time)` would record anything; false where a newer input was applied.
    package func wouldChange(at time: Timestamp, _ context: TimelineContext) -> Bool {
        guard !evaluator.tracks.isEmpty, lastInput.map({ $0.time < time }) ?? false else { return false }
        let isForeign = surroundings.memberFences.map { allowed in
            evaluator.tracks.contains { !allowed.contains($0.key) }
        }
        guard
            evaluator.isDue(at: time, policy: context.policy) || isForeign == true || surroundings.needCatalog(at: time)
        else { return false }
        var (copy, journal) = (self, TimelineJournal())
        copy.advanceClock(to: time, presumes: true, context, into: &journal)
        return !journal.entries.isEmpty
    }

    /// Whether a held fix still waits for the next one to be accepted or refused; if accepted it may change a stay.
    private func isUndecided(at time: Timestamp, _ policy: EvaluationPolicy.Visits) -> Bool {
        guard let held = hygiene.held else { return false }
        return policy.silenceLimitSeconds.map { held.time.seconds(to: time) <= $0 } ?? true
    }
}
