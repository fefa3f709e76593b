internal import GeofenceEngine
internal import VisitModel

extension DeviceTimeline {
    /// Lets time pass without a fix.
    ///
    /// What the next fix would find in any case is found now: a silence that has lasted too long, a fence that was moved
    /// or retired, a place that is no longer on the member's list. An entry that nothing contradicted is told.
    ///
    /// - Parameters:
    ///   - time: now; not before the last input.
    ///   - presumes: whether an entry that nothing contradicted is told.
    ///   - context: the world outside the device.
    ///   - journal: gets what happened.
    mutating func pass(
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

    /// Whether letting time pass would tell anything: only then is it worth an input.
    ///
    /// Cheap for nearly every device: one that is nowhere answers at once, one that is somewhere after a look at its stays;
    /// only where something is due a copy lives through it.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - context: the world outside the device.
    /// - Returns: whether `.passed(at: time)` would tell of anything; false where something newer has come.
    func wouldChange(at time: Timestamp, _ context: TimelineContext) -> Bool {
        guard !evaluator.tracks.isEmpty, lastInput.map({ $0.time < time }) ?? false else { return false }
        let isForeign = surroundings.memberFences.map { allowed in
            evaluator.tracks.contains { !allowed.contains($0.key) }
        }
        guard
            evaluator.isDue(at: time, policy: context.policy) || isForeign == true || surroundings.needCatalog(at: time)
        else { return false }
        var (copy, journal) = (self, TimelineJournal())
        copy.pass(to: time, presumes: true, context, into: &journal)
        return !journal.entries.isEmpty
    }

    /// Whether a reading waits for the next one to tell whether it lied: what it says may be news of a stay.
    private func isUndecided(at time: Timestamp, _ policy: EvaluationPolicy.Visits) -> Bool {
        guard let held = hygiene.held else { return false }
        return policy.silenceLimitSeconds.map { held.time.seconds(to: time) <= $0 } ?? true
    }
}
