internal import Foundation
internal import VisitModel

extension VisitResolver {
    /// Lets only the likeliest of overlapping visits count, and sets its share of the probability and the runner-up.
    func resolveOverlaps(_ candidates: inout [Candidate]) {
        guard candidates.count > 1 else { return }
        let overlaps = overlaps(among: candidates)
        guard !overlaps.isEmpty else { return }
        for index in candidates.indices {
            guard let others = overlaps[index] else { continue }
            shareProbability(of: index, with: others, &candidates)
        }
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
        guard !policy.visits.countsOverlapping else { return }
        for index in kept {
            guard let confidence = candidates[index].visit.assessment?.confidence,
                confidence < policy.confidence.countsFrom
            else { continue }
            candidates[index].visit.verdict = .unproven
            candidates[index].visit.dwelledAt = nil
        }
    }

    /// The overlaps among the visits that lasted for the threshold, by index.
    private func overlaps(among candidates: [Candidate]) -> [Int: [Int]] {
        var overlaps: [Int: [Int]] = [:]
        let lasting = candidates.indices.filter { [.counted, .unproven].contains(candidates[$0].visit.verdict) }
        for (place, index) in lasting.enumerated() {
            for other in lasting[(place + 1)...]
            where Self.overlap(candidates[index].visit, candidates[other].visit) {
                overlaps[index, default: []].append(other)
                overlaps[other, default: []].append(index)
            }
        }
        return overlaps
    }

    /// Divides the probability of a visit among the overlapping places.
    private func shareProbability(of index: Int, with others: [Int], _ candidates: inout [Candidate]) {
        guard !policy.visits.countsOverlapping, let evidence = candidates[index].evidence else { return }
        let parts = others.compactMap { candidates[$0].evidence?.proof.position }
        let position = parts.reduce(evidence.proof.position) { $0.joined(with: $1) }
        let places = [index] + others
        let fences = places.map { candidates[$0].fence }
        let weights = fences.map { fence in fence.map { Self.likelihood(of: $0, position) } ?? 0 }
        let sum = weights.reduce(0, +)
        guard sum > 0, let assessment = candidates[index].visit.assessment else { return }
        let share = weights[0] / sum
        candidates[index].likelihood = share
        candidates[index].visit.assessment?.confidence = (assessment.confidence * share * 100).rounded() / 100
        if share < 0.9 {
            let reason = Visit.Reason(.neighbors, weight: (log(max(share, 1e-3)) * 10).rounded() / 10)
            candidates[index].visit.assessment?.reasons = Array(([reason] + assessment.reasons).prefix(4))
        }
        guard let next = places.indices.dropFirst().max(by: { weights[$0] < weights[$1] }) else { return }
        let facility = candidates[places[next]].visit.facility
        let nextShare = (weights[next] / sum * 100).rounded() / 100
        candidates[index].visit.assessment?.runnerUp = Visit.RunnerUp(facility: facility, share: nextShare)
    }

    /// The likelihood of a stay's mean position for a visit to a place.
    ///
    /// A normal distribution round the middle of the fence, as wide as the error of the mean and the room within the
    /// fence together.
    private static func likelihood(of fence: Fence, _ position: PositionSum) -> Double {
        guard let mean = position.mean else { return 0 }
        let distance = max(0, fence.signedDistance(to: mean, EarthPoint(mean)) + fence.breadthMeters)
        let room = fence.breadthMeters / 4
        let variance = position.deviationMeters * position.deviationMeters + room * room
        return exp(-distance * distance / (2 * variance)) / variance
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
