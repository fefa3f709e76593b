internal import Foundation
internal import VisitModel

extension VisitResolver {
    /// Decides between visits of one device at neighbouring facilities, by the stay points of its fixes.
    ///
    /// Candidates are by entry. The decided ones get their share of the probability, the runner-up and a verdict;
    /// returns whether there were any.
    func resolveCrowds(_ candidates: inout [Candidate]) -> Bool {
        guard !policy.visits.countsOverlapping else { return false }
        let crowds = crowds(among: candidates)
        for members in crowds { resolve(members, &candidates) }
        return !crowds.isEmpty
    }

    /// The candidates with paths that share time on one device, as groups of indices.
    ///
    /// A single one is a group where its fence is small: its fixes may be those of a stay next door.
    private func crowds(among candidates: [Candidate]) -> [[Int]] {
        var crowds: [[Int]] = []
        var last: [DeviceID: (crowd: Int, end: Timestamp)] = [:]
        for (index, candidate) in candidates.enumerated() {
            guard let surest = candidate.surest, surest.evidence.proof.path != nil else { continue }
            let end = max(candidate.visit.enteredAt, candidate.end)
            if let known = last[surest.device], candidate.visit.enteredAt <= known.end {
                crowds[known.crowd].append(index)
                last[surest.device] = (known.crowd, max(known.end, end))
            } else {
                crowds.append([index])
                last[surest.device] = (crowds.count - 1, end)
            }
        }
        return crowds.filter { $0.count > 1 || candidates[$0[0]].surest?.fence.isSmall == true }
    }

    /// Each stay point goes to the candidate at its most likely fence.
    ///
    /// First each visit is limited by all others, then by those that count or have several fixes: one or two fixes that
    /// fit the fence next door better take no time from a visit.
    private func resolve(_ members: [Int], _ candidates: inout [Candidate]) {
        let known = members.compactMap { index in candidates[index].surest.map { (index: index, surest: $0) } }
        let crowd = VisitCrowd(known.map { (fence: $0.surest.fence, evidence: $0.surest.evidence) })
        let stays = known.map { member in
            let candidate = candidates[member.index]
            return StayPointOwners.Stay(
                fence: member.surest.fence,
                start: candidate.visit.enteredAt,
                end: candidate.end
            )
        }
        let owners = StayPointOwners(stays, in: crowd)
        let before = known.map { candidates[$0.index] }
        let attributions = known.indices.map { number in
            owners.ranges[number].flatMap { crowd.attribution(to: stays[number].fence.key, among: $0) }
        }
        var limiting = owners.ranges.compactMap(\.self)
        for _ in 0..<2 {
            for (number, member) in known.enumerated() {
                guard let range = owners.ranges[number], let attribution = attributions[number] else { continue }
                var candidate = before[number]
                let limits = Limits(of: range, in: crowd, by: limiting)
                award(attribution, range, of: crowd, within: limits, to: &candidate)
                candidates[member.index] = candidate
            }
            limiting = known.indices.compactMap { number in
                guard let range = owners.ranges[number] else { return nil }
                let isCounted = candidates[known[number].index].visit.verdict == .counted
                return isCounted || crowd.stayPoints.fixCount(of: range) >= Self.fewestFixes ? range : nil
            }
        }
        for (number, member) in known.enumerated() where owners.ranges[number] == nil {
            let stay = stays[number]
            guard let attribution = crowd.attribution(to: stay.fence.key, from: stay.start, to: stay.end),
                let holder = owners.holder(of: attribution.segment)
            else { continue }
            var visit = candidates[member.index].visit
            visit.apply(attribution)
            deny(&visit, becauseOf: &candidates[known[holder].index].visit)
            candidates[member.index].visit = visit
        }
    }

    /// The fewest fixes that show a stay next door which does not count itself.
    private static let fewestFixes = 3

    /// The times between which a visit lies; `nil` where no other stay point limits it.
    private struct Limits {
        /// Halfway to the stay points before and after.
        let (start, end): (Timestamp?, Timestamp?)
        /// The last fix of the one before, and the first of the one after.
        let (earliest, latest): (Timestamp?, Timestamp?)

        /// `others`: the stay points of the visits that limit it, its own among them or not.
        init(of range: ClosedRange<Int>, in crowd: VisitCrowd, by others: [ClosedRange<Int>]) {
            let before = others.map(\.upperBound).filter { $0 < range.lowerBound }.max()
            let after = others.map(\.lowerBound).filter { $0 > range.upperBound }.min()
            start = before.map { crowd.border(between: $0, and: range.lowerBound) }
            end = after.map { crowd.border(between: range.upperBound, and: $0) }
            earliest = before.map { crowd.stayPoints.span(of: $0).last }
            latest = after.map { crowd.stayPoints.span(of: $0).first }
        }
    }

    /// Gives stay points to a candidate: the visit lasts as long, and is as sure, as they say.
    private func award(
        _ attribution: VisitCrowd.Attribution,
        _ range: ClosedRange<Int>,
        of crowd: VisitCrowd,
        within limits: Limits,
        to candidate: inout Candidate
    ) {
        guard let surest = candidate.surest else { return }
        let fence = surest.fence
        let evidence = crowd.evidence(
            of: range,
            at: fence,
            isLimited: limits.start != nil || limits.end != nil,
            from: candidate.visit.enteredAt,
            to: candidate.end,
            surest.evidence,
            policy
        )
        // After a visit next door one fix is rather the way out through an overlapping fence, or a fix with a larger error.
        let isLeftover = evidence.proof.count == 1 && (limits.start != nil || limits.end != nil)
        let share = isLeftover ? Visit.leftoverShare : 1
        var visit = candidate.visit
        var provenEnd = candidate.end
        let (head, tail) = (crowd.stayPoints.span(of: range.lowerBound), crowd.stayPoints.span(of: range.upperBound))
        if fence.isSmall {
            let (earliest, latest) = (max(head.earliest, limits.start ?? head.earliest), limits.end ?? tail.latest)
            visit.enteredAt = min(max(visit.enteredAt, earliest), max(earliest, head.first))
            visit.exitedAt = visit.exitedAt.map { max(min($0, tail.latest, latest), min(latest, tail.last)) }
        } else {
            // The fixes at its edge belong to the visit, if to no other.
            visit.enteredAt = max(visit.enteredAt, limits.start ?? visit.enteredAt)
            visit.exitedAt = visit.exitedAt.map { min($0, limits.end ?? $0) }
        }
        if fence.isSmall || limits.start != nil || limits.end != nil {
            visit.exitedAt = visit.exitedAt.map { max($0, visit.enteredAt) }
            let confidence = share * evidence.confidence(at: fence, isOpen: visit.exitedAt == nil, policy)
            if confidence >= policy.confidence.countsFrom {
                visit.extend(to: fence.dwellThreshold, from: limits.earliest, until: limits.latest)
            }
            visit.begin(at: visit.enteredAt, in: fence.timeZone)
            provenEnd = visit.exitedAt ?? max(fence.isSmall ? tail.last : candidate.end, visit.enteredAt)
        }
        let due = visit.enteredAt.advanced(bySeconds: Double(fence.dwellThreshold.seconds))
        let hasLasted = provenEnd >= due
        visit.assessment = evidence.assessment(
            at: fence,
            enteredAt: visit.enteredAt,
            exitedAt: visit.exitedAt,
            policy: policy
        )
        if isLeftover { visit.halve() }
        visit.apply(attribution)
        visit.dwelledAt = hasLasted ? due : nil
        visit.evidence = .none
        if hasLasted {
            let isProven = evidence.proof.continuousSeconds >= Double(fence.dwellThreshold.seconds)
            visit.evidence = isProven ? .confirmed : .inferred
        }
        visit.verdict = .counted
        candidate.visit = judged(visit, hasLasted: hasLasted)
        candidate.limit = limits.end
    }

    /// Refuses a stay point to a visit, because it was more likely at the facility of another one.
    private func deny(_ visit: inout Visit, becauseOf winner: inout Visit) {
        if winner.verdict == .counted, [.counted, .unproven].contains(visit.verdict) {
            visit.doubts.insert(.overlapping)
            winner.doubts.insert(.overlapping)
            visit.yield()
        } else if visit.verdict == .counted {
            visit = judged(visit, hasLasted: true)
        }
    }
}

extension Visit {
    /// Moves the exit, then the entry, within the gaps to the stay points around it, until it lasts for the threshold.
    ///
    /// Not at all where the gaps are too short.
    fileprivate mutating func extend(
        to threshold: DwellThreshold,
        from earliest: Timestamp?,
        until latest: Timestamp?
    ) {
        guard let exit = exitedAt else { return }
        let missing = Double(threshold.seconds) - enteredAt.seconds(to: exit)
        let after = latest.map { max(0, exit.seconds(to: $0)) } ?? 0
        let before = earliest.map { max(0, $0.seconds(to: enteredAt)) } ?? 0
        guard missing > 0, before + after >= missing else { return }
        exitedAt = exit.advanced(bySeconds: min(after, missing))
        enteredAt = enteredAt.advanced(bySeconds: min(0, after - missing))
    }

    /// The probability that one fix beside a visit at another place is a visit of its own.
    fileprivate static let leftoverShare = 0.5

    /// Multiplies that probability into the confidence, and says so.
    fileprivate mutating func halve() {
        guard let known = assessment else { return }
        assessment?.confidence = (known.confidence * Self.leftoverShare * 100).rounded() / 100
        let reason = Reason(.singleReading, weight: (log(Self.leftoverShare) * 10).rounded() / 10)
        assessment?.reasons = Array(([reason] + known.reasons.filter { $0.term != .singleReading }).prefix(4))
    }

    /// Multiplies the share of a stay point into the confidence, and names the runner-up.
    fileprivate mutating func apply(_ attribution: VisitCrowd.Attribution) {
        guard let known = assessment else { return }
        assessment?.confidence = (known.confidence * attribution.share * 100).rounded() / 100
        if attribution.share < 0.9 {
            let reason = Reason(.neighbors, weight: (log(max(attribution.share, 1e-3)) * 10).rounded() / 10)
            assessment?.reasons = Array(([reason] + known.reasons).prefix(4))
        }
        guard let next = attribution.runnerUp else { return }
        let share = (next.share * 100).rounded() / 100
        if share > 0 { assessment?.runnerUp = RunnerUp(facility: next.fence.facility, share: share) }
    }
}
