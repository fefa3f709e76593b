public import VisitModel

extension VisitNews {
    /// What has to be told of a visit that was written anew.
    ///
    /// Each step of a visit is told once: coming, staying for the threshold, leaving. Where something that was told is no
    /// longer so, a correction is told first, with what it was before; a correction is the only message of a visit that was
    /// taken back. What follows from a step is not a correction: that a visit counts once the threshold is reached is told
    /// by `visit.dwelled`.
    ///
    /// A visit that nobody was told of, because it was loaded silently, is told from its beginning where it goes on now, and
    /// stays untold where it was over, or turns out to have been over long ago.
    ///
    /// - Parameters:
    ///   - before: the visit as it was; `nil` for a new one.
    ///   - after: the visit as it is now.
    ///   - wasTold: whether anything was told of it before.
    /// - Returns: what to tell, in order; nothing where no more changed than the proof behind it.
    public static func between(_ before: Visit?, and after: Visit, wasTold: Bool) -> [VisitNews] {
        guard let before else { return after.isTakenBack ? [] : steps(from: nil, to: after) }
        guard wasTold else {
            let goesOn = before.status == .open && !after.isTakenBack && after.status != .timedOut
            return goesOn ? steps(from: nil, to: after) : []
        }
        let previous = before.factsNoLongerTrue(in: after)
        let correction = previous.isEmpty ? [] : [VisitNews(.visitCorrected, at: nil, previous: previous)]
        // What came back from withdrawal, or went there, is told as a whole by the correction.
        guard !before.isTakenBack, !after.isTakenBack else { return correction }
        return correction + steps(from: before, to: after)
    }

    /// The steps that the visit has taken since.
    private static func steps(from before: Visit?, to after: Visit) -> [VisitNews] {
        var news: [VisitNews] = []
        if before == nil { news.append(VisitNews(.visitEntered, at: after.enteredAt)) }
        if before?.dwelledAt == nil, let time = after.dwelledAt { news.append(VisitNews(.visitDwelled, at: time)) }
        if before?.exitedAt == nil, let time = after.exitedAt {
            news.append(VisitNews(after.status == .timedOut ? .visitTimedOut : .visitExited, at: time))
        }
        return news
    }
}

extension Visit {
    /// What was told of the visit and is otherwise now, with its value until now.
    fileprivate func factsNoLongerTrue(in after: Visit) -> [VisitNews.Fact] {
        var facts: [VisitNews.Fact] = []
        if enteredAt != after.enteredAt { facts.append(.enteredAt(enteredAt)) }
        if let dwelledAt, dwelledAt != after.dwelledAt { facts.append(.dwelledAt(dwelledAt)) }
        if let exitedAt, exitedAt != after.exitedAt { facts.append(.exitedAt(exitedAt)) }
        // What a step brings with it is no correction; where no step is told, it is.
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
