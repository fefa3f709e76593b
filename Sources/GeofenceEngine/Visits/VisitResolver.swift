public import VisitModel

/// Makes a member's visits out of what the member's phones saw.
///
/// Two phones of a member make one visit of a stay: the union of the intervals, under the name of the one that was told
/// first. What counts is decided here too, for it depends on the member's other visits: of two that overlap for more than
/// half of the shorter, the one deeper inside counts.
public struct VisitResolver: Sendable {
    /// Whose visits are made.
    public let member: MemberID
    /// What counts.
    public let policy: EvaluationPolicy
    /// The policy's version, as each visit carries it.
    private let policyVersion: String

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - member: whose visits are made.
    ///   - policy: what counts.
    ///   - policyVersion: the policy's version, where the caller has it at hand; it takes some time to work out.
    public init(member: MemberID, policy: EvaluationPolicy, policyVersion: String? = nil) {
        self.member = member
        self.policy = policy
        self.policyVersion = policyVersion ?? policy.version
    }

    /// A visit, and the stays it is made of.
    public struct Resolution: Hashable, Sendable {
        /// The visit.
        public let visit: Visit
        /// The names of its stays, by the visit each would make alone.
        public let stays: [VisitID]
    }

    /// Makes the visits.
    ///
    /// - Parameter stays: every stay of the member that shares time, or a local day, with another one given; in any order.
    /// - Returns: the visits, by entry; the same for any order of the stays.
    public func resolve(_ stays: [DeviceStay]) -> [Resolution] {
        let parts = grouped(stays)
        var candidates = zip(parts, names(of: parts)).map(candidate(of:named:))
        candidates.sort { ($0.visit.enteredAt, $0.visit.id) < ($1.visit.enteredAt, $1.visit.id) }
        judgeOverlaps(&candidates)
        var visits = candidates.map(\.visit)
        judgeDays(&visits)
        return zip(visits, candidates).map { Resolution(visit: $0, stays: $1.stays) }
    }

    /// A visit before it is held against the member's others.
    struct Candidate {
        var visit: Visit
        /// The names of its stays.
        let stays: [VisitID]
        /// What the surest of them rests on.
        let evidence: StayEvidence?
        /// The fence.
        let fence: Fence?
        /// The probability that the member was here and not at another place that overlaps it, 0...1.
        var likelihood = 1.0
    }

    /// Gathers stays of one facility whose times overlap.
    private func grouped(_ stays: [DeviceStay]) -> [[DeviceStay]] {
        let sorted = stays.sorted {
            ($0.facility, $0.enteredAt, $0.device) < ($1.facility, $1.enteredAt, $1.device)
        }
        var groups: [[DeviceStay]] = []
        var end: Timestamp?
        for stay in sorted {
            if let last = end, let group = groups.last, group[0].facility == stay.facility, stay.enteredAt <= last,
                group.contains(where: { $0.device != stay.device })
            {
                groups[groups.endIndex - 1].append(stay)
                end = max(last, stay.provenEnd)
            } else {
                groups.append([stay])
                end = stay.provenEnd
            }
        }
        return groups
    }

    /// The visit that overlapping stays of one facility make.
    private func candidate(of group: [DeviceStay], named id: VisitID) -> Candidate {
        let opener = group[0]
        let isOpen = group.contains { $0.exitedAt == nil }
        let last = group.max { ($0.provenEnd, $0.device) < ($1.provenEnd, $1.device) } ?? opener
        let exitedAt = isOpen ? nil : last.exitedAt
        let due = opener.enteredAt.advanced(bySeconds: Double(opener.thresholdSeconds))
        let known = group.compactMap(\.dwelledAt).min()
        // A stay that lasted without a Dwell was refused one for its fixes; another phone's stay can't make it better.
        let isRefused = known == nil && group.contains(where: \.wasRefusedDwell)
        let dwelledAt = !isRefused && last.provenEnd >= due ? due : known
        let surest = surest(of: group, enteredAt: opener.enteredAt, exitedAt: exitedAt)
        let visit = Visit(
            id: id,
            member: member,
            device: opener.device,
            facility: opener.facility,
            enteredAt: opener.enteredAt,
            dwelledAt: dwelledAt,
            exitedAt: exitedAt,
            status: isOpen ? .open : last.status,
            evidence: evidence(of: group, dwelledAt: dwelledAt),
            verdict: .counted,
            month: opener.enteredAt.localMonth(in: opener.timeZone),
            localDate: opener.enteredAt.localDate(in: opener.timeZone),
            fixesInside: group.reduce(0) { $0 + $1.fixesInside },
            lastProofAt: group.map(\.lastProofAt).max() ?? opener.lastProofAt,
            depthMeters: group.map(\.depthMeters).max() ?? opener.depthMeters,
            doubts: group.reduce(into: []) { $0.formUnion($1.doubts) },
            policyVersion: policyVersion,
            assessment: surest?.assessment
        )
        return Candidate(
            visit: judged(visit, hasLasted: last.provenEnd >= due),
            stays: group.map(\.ownVisit),
            evidence: surest?.evidence,
            fence: surest?.fence
        )
    }

    /// The assessment of the stay that is surest of those that make one visit.
    private func surest(
        of group: [DeviceStay],
        enteredAt: Timestamp,
        exitedAt: Timestamp?
    ) -> (assessment: Visit.Assessment, evidence: StayEvidence, fence: Fence)? {
        var best: (assessment: Visit.Assessment, evidence: StayEvidence, fence: Fence)?
        for stay in group {
            guard let evidence = stay.stayEvidence, let fence = stay.fence else { continue }
            let assessment = evidence.assessment(
                at: fence,
                enteredAt: enteredAt,
                exitedAt: exitedAt,
                policy: policy
            )
            if let best, best.assessment.confidence >= assessment.confidence { continue }
            best = (assessment, evidence, fence)
        }
        return best
    }

    private func evidence(of group: [DeviceStay], dwelledAt: Timestamp?) -> Visit.Evidence {
        guard dwelledAt != nil else { return .none }
        return group.contains { $0.evidence == .confirmed } ? .confirmed : .inferred
    }

    /// What can be said of a visit by itself.
    private func judged(_ visit: Visit, hasLasted: Bool) -> Visit {
        var visit = visit
        let isSure = visit.assessment.map { $0.confidence >= policy.confidence.countsFrom } ?? true
        if !isSure, hasLasted {
            visit.verdict = .unproven
            visit.dwelledAt = nil
            visit.evidence = .inferred
        } else if visit.dwelledAt == nil {
            visit.verdict = .tooShort
        } else if visit.doubts.contains(.mockLocation), !policy.visits.countsMock {
            visit.verdict = .doubtful
        } else if visit.evidence == .inferred, !policy.visits.countsInferred {
            visit.verdict = .weakEvidence
        }
        return visit
    }
}
