internal import VisitModel

extension VisitResolver {
    /// Lets only the likeliest of overlapping visits count; candidates are by entry.
    ///
    /// `crowds`: the crowd of each candidate that `resolveCrowds` has decided, by index.
    func resolveOverlaps(_ candidates: inout [Candidate], _ crowds: [Int: Int]) {
        guard candidates.count > 1 else { return }
        let overlaps = overlaps(among: candidates, crowds)
        guard !overlaps.isEmpty else { return }
        let order = candidates.indices.filter { overlaps[$0] != nil }.sorted { first, second in
            let (left, right) = (candidates[first], candidates[second])
            // Not by ID: IDs depend on the order of the input.
            return (right.likelihood, right.visit.depthMeters, left.visit.enteredAt, left.visit.facility)
                < (left.likelihood, left.visit.depthMeters, right.visit.enteredAt, right.visit.facility)
        }
        var kept: Set<Int> = []
        for index in order where candidates[index].visit.verdict == .counted {
            for other in overlaps[index] ?? [] where kept.contains(other) {
                let isOtherDevice = candidates[index].visit.device != candidates[other].visit.device
                let doubts: Visit.Doubts = isOtherDevice ? [.overlapping, .twoPlacesAtOnce] : .overlapping
                candidates[index].visit.doubts.formUnion(doubts)
                candidates[other].visit.doubts.formUnion(doubts)
                if !policy.visits.countsOverlapping { candidates[index].visit.verdict = .ambiguous }
            }
            if candidates[index].visit.verdict == .counted { kept.insert(index) }
        }
    }

    /// The overlaps among the visits that lasted for the threshold, by index.
    private func overlaps(among candidates: [Candidate], _ crowds: [Int: Int]) -> [Int: [Int]] {
        var overlaps: [Int: [Int]] = [:]
        let lasting = candidates.indices.filter { [.counted, .unproven].contains(candidates[$0].visit.verdict) }
        for (place, index) in lasting.enumerated() {
            for other in lasting[(place + 1)...]
            where Self.overlap(candidates[index].visit, candidates[other].visit) {
                // Decided already, by the stay points of their fixes.
                if let crowd = crowds[index], crowds[other] == crowd { continue }
                overlaps[index, default: []].append(other)
                overlaps[other, default: []].append(index)
            }
        }
        return overlaps
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
    private static func overlap(_ first: Visit, _ second: Visit) -> Bool {
        guard first.facility != second.facility else { return false }
        let (firstEnd, secondEnd) = (first.exitedAt ?? first.lastProofAt, second.exitedAt ?? second.lastProofAt)
        let shared = max(first.enteredAt, second.enteredAt).seconds(to: min(firstEnd, secondEnd))
        let shorter = min(first.enteredAt.seconds(to: firstEnd), second.enteredAt.seconds(to: secondEnd))
        return shared > shorter / 2
    }
}
