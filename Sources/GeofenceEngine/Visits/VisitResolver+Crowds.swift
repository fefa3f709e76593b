internal import Foundation
internal import VisitModel

extension VisitResolver {
    /// Decides between visits of one device at neighbouring facilities, by the stay points of its fixes.
    ///
    /// Candidates are by entry. The decided ones get their share of the probability, the runner-up and a verdict;
    /// returns the number of the crowd of each, by index. Two of one crowd no longer conflict.
    func resolveCrowds(_ candidates: inout [Candidate]) -> [Int: Int] {
        guard !policy.visits.countsOverlapping else { return [:] }
        var numbers: [Int: Int] = [:]
        for (number, members) in crowds(among: candidates).enumerated() {
            for index in members { numbers[index] = number }
            resolve(members, &candidates)
        }
        return numbers
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
    private func resolve(_ members: [Int], _ candidates: inout [Candidate]) {
        let crowd = VisitCrowd(
            members.compactMap { candidates[$0].surest.map { (fence: $0.fence, evidence: $0.evidence) } }
        )
        var attributions: [Int: [(index: Int, attribution: VisitCrowd.Attribution)]] = [:]
        for index in members {
            let candidate = candidates[index]
            guard let fence = candidate.surest?.fence,
                let attribution = crowd.attribution(to: fence.key, from: candidate.visit.enteredAt, to: candidate.end)
            else { continue }
            attributions[attribution.segment, default: []].append((index, attribution))
        }
        for segment in attributions.keys.sorted() {
            // Of equally likely ones the earlier gets it; the order does not depend on that of the input.
            let order = attributions[segment, default: []].sorted {
                let (left, right) = (candidates[$0.index].visit, candidates[$1.index].visit)
                return ($1.attribution.share, $1.attribution.seconds, left.enteredAt, left.facility)
                    < ($0.attribution.share, $0.attribution.seconds, right.enteredAt, right.facility)
            }
            guard let winner = order.first else { continue }
            award(winner.attribution, of: crowd, to: &candidates[winner.index])
            for loser in order.dropFirst() {
                var visit = candidates[loser.index].visit
                visit.apply(loser.attribution)
                deny(&visit, becauseOf: &candidates[winner.index].visit)
                candidates[loser.index].visit = visit
                candidates[loser.index].likelihood = loser.attribution.share
            }
        }
    }

    /// Gives a stay point to a candidate: the visit lasts as long, and is as sure, as the stay point says.
    private func award(_ attribution: VisitCrowd.Attribution, of crowd: VisitCrowd, to candidate: inout Candidate) {
        guard let surest = candidate.surest else { return }
        let fence = surest.fence
        let evidence = crowd.evidence(of: attribution.segment, at: fence, surest.evidence, policy)
        var visit = candidate.visit
        var provenEnd = candidate.end
        if fence.isSmall {
            let span = crowd.stayPoints.span(of: attribution.segment)
            visit.enteredAt = min(max(visit.enteredAt, span.earliest), span.first)
            if let exit = visit.exitedAt { visit.exitedAt = max(min(exit, span.latest), span.last) }
            visit.month = visit.enteredAt.localMonth(in: fence.timeZone)
            visit.localDate = visit.enteredAt.localDate(in: fence.timeZone)
            provenEnd = visit.exitedAt ?? span.last
        }
        let due = visit.enteredAt.advanced(bySeconds: Double(fence.dwellThreshold.seconds))
        let hasLasted = provenEnd >= due
        visit.assessment = evidence.assessment(
            at: fence,
            enteredAt: visit.enteredAt,
            exitedAt: visit.exitedAt,
            policy: policy
        )
        visit.apply(attribution)
        visit.dwelledAt = hasLasted ? due : nil
        visit.evidence = .none
        if hasLasted {
            let isProven = evidence.proof.continuousSeconds >= Double(fence.dwellThreshold.seconds)
            visit.evidence = isProven ? .confirmed : .inferred
        }
        visit.verdict = .counted
        candidate.visit = judged(visit, hasLasted: hasLasted)
        candidate.likelihood = attribution.share
    }

    /// Refuses a stay point to a visit, because it was more likely at the facility of another one.
    private func deny(_ visit: inout Visit, becauseOf winner: inout Visit) {
        if winner.verdict == .counted, [.counted, .unproven].contains(visit.verdict) {
            visit.doubts.insert(.overlapping)
            winner.doubts.insert(.overlapping)
            visit.verdict = .ambiguous
        } else if visit.verdict == .counted {
            visit = judged(visit, hasLasted: true)
        }
    }
}

extension Visit {
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
