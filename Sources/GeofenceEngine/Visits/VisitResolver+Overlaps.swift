internal import Foundation
internal import VisitModel

extension VisitResolver {
    /// Lets only the likeliest of overlapping visits count; returns whether any overlapped.
    ///
    /// Of two that share more than half of the shorter, the less likely one is ambiguous. Of two that follow each other,
    /// and overlap because their times are estimates, the less likely one is shortened.
    func resolveOverlaps(_ candidates: inout [Candidate]) -> Bool {
        let order = candidates.indices.filter { candidates[$0].visit.verdict == .counted }.sorted { first, second in
            let (left, right) = (candidates[first], candidates[second])
            if left.rank != right.rank { return left.rank > right.rank }
            // Not by ID: IDs depend on the order of the input.
            return (right.visit.depthMeters, left.visit.enteredAt, left.visit.facility)
                < (left.visit.depthMeters, right.visit.enteredAt, right.visit.facility)
        }
        var (kept, hasOverlaps): ([Int], Bool) = ([], leavePhonesBehind(among: order, of: &candidates))
        for index in order where candidates[index].visit.verdict == .counted {
            for other in kept where Self.sharedSeconds(candidates[index], candidates[other]) > 0 {
                hasOverlaps = true
                var likelier = candidates[other]
                separate(&candidates[index], from: &likelier)
                candidates[other] = likelier
            }
            if candidates[index].visit.verdict == .counted { kept.append(index) }
        }
        return hasOverlaps
    }

    /// Shortens a visit that counts by the time of a likelier one, or makes it ambiguous.
    private func separate(_ candidate: inout Candidate, from likelier: inout Candidate) {
        guard candidate.visit.verdict == .counted else { return }
        if !Self.shareMostTime(candidate, likelier) {
            var shortened = candidate
            shortened.end(before: likelier)
            if shortened.hasLasted {
                if !policy.visits.countsOverlapping { candidate = shortened }
                return
            }
        }
        let isOtherDevice = candidate.visit.device != likelier.visit.device
        let doubts: Visit.Doubts = isOtherDevice ? [.overlapping, .twoPlacesAtOnce] : .overlapping
        candidate.visit.doubts.formUnion(doubts)
        likelier.visit.doubts.formUnion(doubts)
        if !policy.visits.countsOverlapping { candidate.visit.yield() }
    }

    /// Lets only the first visit of a day and facility count, where the policy says so.
    func limitVisitsPerDay(_ visits: inout [Visit]) {
        guard policy.visits.countsOncePerDay else { return }
        var seen: Set<FacilityDay> = []
        for index in visits.indices where visits[index].verdict == .counted {
            let day = FacilityDay(facility: visits[index].facility, date: visits[index].localDate)
            if !seen.insert(day).inserted { visits[index].verdict = .sameDay }
        }
    }

    private struct FacilityDay: Hashable {
        let facility: FacilityID
        let date: CivilDate
    }

    /// Whether two visits share more than half of the time of the shorter one.
    private static func shareMostTime(_ first: Candidate, _ second: Candidate) -> Bool {
        let shorter = min(
            first.visit.enteredAt.seconds(to: first.end),
            second.visit.enteredAt.seconds(to: second.end)
        )
        return sharedSeconds(first, second) > shorter / 2
    }

    static func sharedSeconds(_ first: Candidate, _ second: Candidate) -> Double {
        max(first.visit.enteredAt, second.visit.enteredAt).seconds(to: min(first.end, second.end))
    }
}

extension VisitResolver.Candidate {
    /// How sure the visit is, in tenths, and of equally sure ones how long, in doublings of a second.
    ///
    /// A short visit within a long one that is as sure is rather a part of it.
    fileprivate var rank: (tenths: Double, doublings: Double) {
        let seconds = max(1, visit.enteredAt.seconds(to: end))
        return (((visit.assessment?.confidence ?? 1) * 10).rounded(), log2(seconds).rounded(.down))
    }

    /// Whether the visit is as long as the facility's threshold.
    var hasLasted: Bool { visit.enteredAt.seconds(to: end) >= Double(thresholdSeconds) }

    /// Ends the visit where a later one begins, or begins it where an earlier one ends.
    ///
    /// An open visit stays open; its time ends there.
    mutating func end(before other: VisitResolver.Candidate) {
        if visit.enteredAt < other.visit.enteredAt { end(at: other.visit.enteredAt) } else { begin(at: other.end) }
    }

    /// Ends the visit at a time at the latest.
    mutating func end(at time: Timestamp) {
        visit.exitedAt = visit.exitedAt.map { min($0, time) }
        limit = min(limit ?? time, time)
        updateTimes()
    }

    /// Begins the visit at a time at the earliest.
    mutating func begin(at time: Timestamp) {
        visit.begin(at: max(visit.enteredAt, time), in: timeZone)
        visit.exitedAt = visit.exitedAt.map { max($0, visit.enteredAt) }
        updateTimes()
    }

    /// Sets what follows from the entry and the exit.
    private mutating func updateTimes() {
        visit.dwelledAt = visit.enteredAt.advanced(bySeconds: Double(thresholdSeconds))
        guard let known = visit.assessment else { return }
        visit.assessment?.enteredBetween = known.enteredBetween.extended(to: visit.enteredAt)
        visit.assessment?.exitedBetween = visit.exitedAt.flatMap { known.exitedBetween?.extended(to: $0) }
    }
}

extension Visit {
    /// Lets another visit of the time count: only that one has a dwell.
    mutating func yield() {
        verdict = .ambiguous
        dwelledAt = nil
        evidence = .inferred
    }

    /// Sets the entry, and with it the day and the month.
    mutating func begin(at time: Timestamp, in zone: TimeZoneName) {
        enteredAt = time
        month = time.localMonth(in: zone)
        localDate = time.localDate(in: zone)
    }
}

extension ClosedRange<Timestamp> {
    /// The bounds with a best estimate among them.
    fileprivate func extended(to estimate: Timestamp) -> ClosedRange<Timestamp> {
        Swift.min(lowerBound, estimate)...Swift.max(upperBound, estimate)
    }
}
