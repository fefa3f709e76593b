public import VisitModel

extension VisitChange {
    /// Computes the changes to publish after a visit was rebuilt, in order; `before` is `nil` for a new visit.
    ///
    /// Each step of a visit is published once: entry, dwell, exit. Where a published fact is no longer true, a
    /// correction with the previous values comes first; a visit that was withdrawn or declined gets only the correction. A
    /// consequence of a step is not a correction: `visit.dwelled` also reports that the visit counts. There are no
    /// changes where only the proof behind the visit changed.
    ///
    /// A visit that was loaded without publishing anything is published from its beginning if it is still open. It
    /// stays unpublished if it has ended, or turns out to have ended long ago.
    public static func between(_ before: Visit?, and after: Visit, wasPublished: Bool) -> [VisitChange] {
        guard let before else { return after.isTakenBack ? [] : steps(from: nil, to: after) }
        guard wasPublished else {
            let isOngoing = before.status == .open && !after.isTakenBack && after.status != .timedOut
            return isOngoing ? steps(from: nil, to: after) : []
        }
        let previous = before.factsNoLongerTrue(in: after)
        let correction = previous.isEmpty ? [] : [VisitChange(.visitCorrected, at: nil, previous: previous)]
        // The correction covers a visit that was withdrawn, declined or reinstated as a whole.
        guard !before.isTakenBack, !after.isTakenBack else { return correction }
        return correction + steps(from: before, to: after)
    }

    private static func steps(from before: Visit?, to after: Visit) -> [VisitChange] {
        var changes: [VisitChange] = []
        if before == nil { changes.append(VisitChange(.visitEntered, at: after.enteredAt)) }
        if before?.dwelledAt == nil, let time = after.dwelledAt { changes.append(VisitChange(.visitDwelled, at: time)) }
        if before?.exitedAt == nil, let time = after.exitedAt {
            changes.append(VisitChange(after.status == .timedOut ? .visitTimedOut : .visitExited, at: time))
        }
        return changes
    }
}

extension Visit {
    /// The published facts that have changed, with their previous values.
    fileprivate func factsNoLongerTrue(in after: Visit) -> [VisitChange.Fact] {
        var facts: [VisitChange.Fact] = []
        if enteredAt != after.enteredAt { facts.append(.enteredAt(enteredAt)) }
        if let dwelledAt, dwelledAt != after.dwelledAt { facts.append(.dwelledAt(dwelledAt)) }
        if let exitedAt, exitedAt != after.exitedAt { facts.append(.exitedAt(exitedAt)) }
        // A consequence of a published step is no correction; without a step it is one.
        let hasSteps = !isTakenBack && !after.isTakenBack
        let hasJustEnded = hasSteps && status == .open && after.exitedAt != nil
        if status != after.status, !hasJustEnded { facts.append(.status(status)) }
        let hasJustDwelled = hasSteps && dwelledAt == nil && after.dwelledAt != nil
        if evidence != after.evidence, !hasJustDwelled { facts.append(.evidence(evidence)) }
        if verdict != after.verdict, !hasJustDwelled { facts.append(.verdict(verdict)) }
        if month != after.month { facts.append(.month(month)) }
        return facts
    }
}
