internal import Foundation
public import VisitModel

/// Resolves the stays of a member's phones into the member's visits.
///
/// Overlapping stays of several phones at one facility make one visit: the union of the intervals, under the ID that
/// was reported first. Verdicts are decided here too, because they depend on the member's other visits: a member is at
/// one place at a time, so that no two visits that count overlap.
public struct VisitResolver: Sendable {
    /// The member of the visits.
    public let member: MemberID
    /// The rules for what counts.
    public let policy: EvaluationPolicy
    /// The policy's version, stored on each visit.
    private let policyVersion: String

    /// Creates a resolver; the caller may have `policyVersion` cached, because it takes some time to compute.
    public init(member: MemberID, policy: EvaluationPolicy, policyVersion: String? = nil) {
        self.member = member
        self.policy = policy
        self.policyVersion = policyVersion ?? policy.version
    }

    /// A visit and the stays that make it.
    public struct Resolution: Hashable, Sendable {
        /// The visit.
        public let visit: Visit
        /// The stays, each by the ID of the visit it would make alone.
        public let stays: [VisitID]
    }

    /// Resolves stays into visits, by entry; the same for any order of the stays.
    ///
    /// The stays are every one of the member that shares time, or a local day, with another one given.
    public func resolve(_ stays: [DeviceStay]) -> [Resolution] {
        let parts = grouped(stays)
        var candidates = zip(parts, names(of: parts)).map(candidate(of:named:))
        candidates.sort(by: Candidate.isEarlier)
        let hasCrowds = resolveCrowds(&candidates)
        let hasOverlaps = resolveOverlaps(&candidates)
        endUnseen(&candidates)
        // A visit may begin later than its stay.
        if hasCrowds || hasOverlaps { candidates.sort(by: Candidate.isEarlier) }
        var visits = candidates.map(\.visit)
        limitVisitsPerDay(&visits)
        return zip(visits, candidates).map { Resolution(visit: $0, stays: $1.stays) }
    }

    /// A visit before it is compared with the member's others.
    struct Candidate {
        var visit: Visit
        let stays: [VisitID]
        /// The stay with the highest confidence; `nil` where an earlier version stored the stays without their
        /// evidence.
        let surest: Surest?
        /// The phones, and from when till when each was there.
        let presences: [(device: DeviceID, from: Timestamp, until: Timestamp)]
        /// Of the facility.
        let thresholdSeconds: Int
        /// Of the facility.
        let timeZone: TimeZoneName

        /// The beginning of the next stay point of another visit; `nil` where there is none.
        var limit: Timestamp?

        var end: Timestamp { visit.exitedAt ?? min(visit.lastProofAt, limit ?? visit.lastProofAt) }

        static func isEarlier(_ left: Candidate, _ right: Candidate) -> Bool {
            (left.visit.enteredAt, left.visit.id) < (right.visit.enteredAt, right.visit.id)
        }
    }

    private func candidate(of group: [DeviceStay], named id: VisitID) -> Candidate {
        let opener = group[0]
        let last = group.max { ($0.provenEnd, $0.device) < ($1.provenEnd, $1.device) } ?? opener
        // The phone that was there last was with the member: another may have fallen silent inside.
        let isOpen = last.exitedAt == nil
        let exitedAt = isOpen ? nil : last.exitedAt
        let due = opener.enteredAt.advanced(bySeconds: Double(opener.thresholdSeconds))
        let known = group.compactMap(\.dwelledAt).min()
        // A stay that lasted without a dwell was refused one because of its fixes; another phone's stay does not change
        // that.
        let isRefused = known == nil && group.contains { $0.wasRefusedDwell(policy) }
        let dwelledAt = !isRefused && last.provenEnd >= due ? due : known
        let assessed = assessed(group, enteredAt: opener.enteredAt, exitedAt: exitedAt)
        let surest = assessed.surest
        var assessment = surest?.assessment
        // Each end has the bounds of the phone that was there then.
        if let first = assessed.all[opener.ownVisit] { assessment?.enteredBetween = first.enteredBetween }
        if let final = assessed.all[last.ownVisit] { assessment?.exitedBetween = final.exitedBetween }
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
            doubts: doubts(of: group),
            policyVersion: policyVersion,
            assessment: assessment
        )
        return Candidate(
            visit: judged(visit, hasLasted: last.provenEnd >= due),
            stays: group.map(\.ownVisit),
            surest: surest,
            presences: group.map { ($0.device, $0.enteredAt, $0.provenEnd) },
            thresholdSeconds: opener.thresholdSeconds,
            timeZone: opener.timeZone
        )
    }

    struct Surest {
        let assessment: Visit.Assessment
        let evidence: StayEvidence
        let fence: Fence
        let device: DeviceID
    }

    private func assessed(
        _ group: [DeviceStay],
        enteredAt: Timestamp,
        exitedAt: Timestamp?
    ) -> (surest: Surest?, all: [VisitID: Visit.Assessment]) {
        var best: Surest?
        var all: [VisitID: Visit.Assessment] = [:]
        for stay in group {
            guard let evidence = stay.stayEvidence, let fence = stay.fence,
                let assessment = stay.assessment(from: enteredAt, to: exitedAt, policy)
            else { continue }
            if group.count > 1 { all[stay.ownVisit] = assessment }
            if let best, best.assessment.confidence >= assessment.confidence { continue }
            best = Surest(assessment: assessment, evidence: evidence, fence: fence, device: stay.device)
        }
        return (best, all)
    }

    private func doubts(of group: [DeviceStay]) -> Visit.Doubts {
        var doubts = group.reduce(into: Visit.Doubts()) { $0.formUnion($1.doubts) }
        // The fixes of another phone show that the member was there.
        if !group.allSatisfy({ $0.doubts.contains(.locationOff) }) { doubts.remove(.locationOff) }
        return doubts
    }

    private func evidence(of group: [DeviceStay], dwelledAt: Timestamp?) -> Visit.Evidence {
        guard dwelledAt != nil else { return .none }
        return group.contains { $0.evidence == .confirmed } ? .confirmed : .inferred
    }

    /// Sets the verdict that depends on this visit alone.
    func judged(_ visit: Visit, hasLasted: Bool) -> Visit {
        var visit = visit
        let isSure = visit.assessment.map { $0.confidence >= policy.confidence.countsFrom } ?? true
        if !isSure, hasLasted || visit.dwelledAt != nil {
            visit.verdict = .unproven
            visit.dwelledAt = nil
            visit.evidence = .inferred
        } else if visit.dwelledAt == nil {
            visit.verdict = .tooShort
        } else if visit.doubts.contains(.mockLocation), !policy.visits.countsMock {
            visit.verdict = .doubtful
        } else if !visit.doubts.isDisjoint(with: [.positionJump, .repeatedTrack]), !policy.visits.countsImplausible {
            visit.verdict = .doubtful
        } else if visit.doubts.contains(.locationOff) {
            visit.verdict = .doubtful
        } else if visit.evidence == .inferred, !policy.visits.countsInferred {
            visit.verdict = .weakEvidence
        }
        return visit
    }
}

extension VisitResolver {
    /// Chooses a distinct visit ID for each group of stays.
    ///
    /// A visit keeps the ID under which it was reported. When late input splits a reported visit, all parts know its
    /// ID: it goes to the part with the stay that opened it, or else to the earliest. Each other part is named after
    /// its own first stay.
    private func names(of groups: [[DeviceStay]]) -> [VisitID] {
        var openers: [VisitID: Int] = [:]
        for (index, group) in groups.enumerated() {
            for stay in group { openers[stay.ownVisit] = index }
        }
        var taken: Set<VisitID> = []
        return groups.enumerated().map { index, group in
            let known = group.lazy.compactMap(\.knownVisit).first {
                openers[$0, default: index] == index && !taken.contains($0)
            }
            let name = known ?? group[0].ownVisit
            taken.insert(name)
            return name
        }
    }
}
