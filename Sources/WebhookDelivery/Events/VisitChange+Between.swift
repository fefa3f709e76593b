public import VisitModel

extension VisitChange {
    /// Computes the changes to report of a visit after it was rebuilt, in order.
    ///
    /// Each step of a visit is reported once: entry, dwell, end. Where a reported fact is no longer true, a correction
    /// with the previous values comes first; a visit that was withdrawn or declined gets only the correction. A
    /// consequence of a step is not a correction: `visit.dwelled` also reports that the visit counts, and `visit.exited`
    /// the end of a visit that had timed out. There are no changes where only the proof behind the visit changed.
    ///
    /// A visit that was loaded without messages is reported from its beginning if it is still open. It stays unreported
    /// if it has ended, or turns out to have ended long ago.
    public static func between(_ published: PublishedVisit, and after: Visit) -> [VisitChange] {
        switch published {
        case .nothing: return after.isTakenBack ? [] : steps(to: after)
        case .withheld(let status):
            let isOngoing = status == .open && !after.isTakenBack && after.status != .timedOut
            return isOngoing ? steps(to: after) : []
        case .facts(let facts, let hasExited):
            let steps = after.isTakenBack ? [] : steps(from: facts, hasExited: hasExited, to: after)
            let previous = facts.noLongerTrue(in: after, reporting: steps)
            return (previous.isEmpty ? [] : [VisitChange(.visitCorrected, at: nil, previous: previous)]) + steps
        }
    }

    private static func steps(
        from facts: Visit.Facts? = nil,
        hasExited: Bool = false,
        to after: Visit
    ) -> [VisitChange] {
        var changes: [VisitChange] = []
        if facts == nil { changes.append(VisitChange(.visitEntered, at: after.enteredAt)) }
        if facts?.dwelledAt == nil, let time = after.dwelledAt { changes.append(VisitChange(.visitDwelled, at: time)) }
        if let time = after.exitedAt {
            if facts?.exitedAt == nil {
                changes.append(VisitChange(after.status == .timedOut ? .visitTimedOut : .visitExited, at: time))
            } else if after.status == .closed, !hasExited {
                // Reported as timed out until the fixes of the exit arrived.
                changes.append(VisitChange(.visitExited, at: time))
            }
        }
        return changes
    }
}

extension MessageType {
    /// Whether the message reports the end of a visit.
    var isOfEnd: Bool { self == .visitExited || self == .visitTimedOut }
}

extension Visit.Facts {
    /// The facts that have changed and that no step reports, with their previous values.
    fileprivate func noLongerTrue(in after: Visit, reporting steps: [VisitChange]) -> [VisitChange.Fact] {
        var facts: [VisitChange.Fact] = []
        // Of a visit that comes back everything is corrected, whatever steps follow.
        let hasEnded = !isTakenBack && steps.contains { $0.type.isOfEnd }
        let hasDwelled = !isTakenBack && steps.contains { $0.type == .visitDwelled }
        if enteredAt != after.enteredAt { facts.append(.enteredAt(enteredAt)) }
        if let dwelledAt, dwelledAt != after.dwelledAt { facts.append(.dwelledAt(dwelledAt)) }
        if let exitedAt, exitedAt != after.exitedAt, !hasEnded { facts.append(.exitedAt(exitedAt)) }
        if status != after.status, !hasEnded { facts.append(.status(status)) }
        if evidence != after.evidence, !hasDwelled { facts.append(.evidence(evidence)) }
        if verdict != after.verdict, !hasDwelled { facts.append(.verdict(verdict)) }
        if month != after.month { facts.append(.month(month)) }
        return facts
    }
}
