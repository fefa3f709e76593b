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

    /// Groups stays of one facility with overlapping times, and those of a phone that took over from another.
    ///
    /// A member who changes phones in the middle of a visit is not seen to leave: the one phone falls silent inside, and
    /// the other is there soon, and was not seen to come.
    private func grouped(_ stays: [DeviceStay]) -> [[DeviceStay]] {
        let sorted = stays.sorted {
            ($0.facility, $0.enteredAt, $0.device) < ($1.facility, $1.enteredAt, $1.device)
        }
        var groups: [[DeviceStay]] = []
        var end: Timestamp?
        for stay in sorted {
            if let last = end, let group = groups.last, group[0].facility == stay.facility,
                stay.enteredAt <= last || isTakenOver(group, by: stay),
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

    private func isTakenOver(_ group: [DeviceStay], by stay: DeviceStay) -> Bool {
        guard let last = group.max(by: { ($0.provenEnd, $0.device) < ($1.provenEnd, $1.device) }),
            last.device != stay.device, last.stayEvidence?.departure == nil, last.status != .closed
        else { return false }
        let arrival = stay.stayEvidence?.proof.arrival
        let isSeenToCome = arrival?.gapSeconds.map { $0 <= policy.evaluation.denseGapSeconds } ?? false
        let first = stay.stayEvidence?.proof.firstAt ?? stay.enteredAt
        let gap = isSeenToCome ? policy.visits.mergeGapSeconds : policy.visits.takeoverGapSeconds
        return last.lastProofAt.seconds(to: first) <= gap
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
            doubts: doubts(of: group),
            policyVersion: policyVersion,
            assessment: surest?.assessment
        )
        return Candidate(
            visit: judged(visit, hasLasted: last.provenEnd >= due),
            stays: group.map(\.ownVisit),
            surest: surest,
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

    private func surest(of group: [DeviceStay], enteredAt: Timestamp, exitedAt: Timestamp?) -> Surest? {
        var best: Surest?
        for stay in group {
            guard let evidence = stay.stayEvidence, let fence = stay.fence else { continue }
            let assessment = evidence.assessment(
                at: fence,
                enteredAt: enteredAt,
                exitedAt: exitedAt,
                policy: policy
            )
            if let best, best.assessment.confidence >= assessment.confidence { continue }
            best = Surest(assessment: assessment, evidence: evidence, fence: fence, device: stay.device)
        }
        return best
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

extension VisitResolver {
    /// Lets only the likeliest of overlapping visits count; returns whether any overlapped.
    ///
    /// Of two that share more than half of the shorter, the less likely one is ambiguous. Of two that follow each other,
    /// and overlap because their times are estimates, the less likely one is shortened.
    private func resolveOverlaps(_ candidates: inout [Candidate]) -> Bool {
        let order = candidates.indices.filter { candidates[$0].visit.verdict == .counted }.sorted { first, second in
            let (left, right) = (candidates[first], candidates[second])
            if left.rank != right.rank { return left.rank > right.rank }
            // Not by ID: IDs depend on the order of the input.
            return (right.visit.depthMeters, left.visit.enteredAt, left.visit.facility)
                < (left.visit.depthMeters, right.visit.enteredAt, right.visit.facility)
        }
        var (kept, hasOverlaps): ([Int], Bool) = ([], false)
        for index in order {
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
        if !policy.visits.countsOverlapping { candidate.visit.verdict = .ambiguous }
    }

    /// Lets only the first visit of a day and facility count, where the policy says so.
    private func limitVisitsPerDay(_ visits: inout [Visit]) {
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

    private static func sharedSeconds(_ first: Candidate, _ second: Candidate) -> Double {
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
    fileprivate var hasLasted: Bool { visit.enteredAt.seconds(to: end) >= Double(thresholdSeconds) }

    /// Ends the visit where a later one begins, or begins it where an earlier one ends.
    ///
    /// An open visit is not ended.
    fileprivate mutating func end(before other: VisitResolver.Candidate) {
        if visit.enteredAt < other.visit.enteredAt {
            visit.exitedAt = visit.exitedAt.map { min($0, other.visit.enteredAt) }
        } else {
            visit.begin(at: max(visit.enteredAt, other.end), in: timeZone)
            visit.exitedAt = visit.exitedAt.map { max($0, visit.enteredAt) }
        }
        visit.dwelledAt = visit.enteredAt.advanced(bySeconds: Double(thresholdSeconds))
        guard let known = visit.assessment else { return }
        visit.assessment?.enteredBetween = known.enteredBetween.extended(to: visit.enteredAt)
        visit.assessment?.exitedBetween = visit.exitedAt.flatMap { known.exitedBetween?.extended(to: $0) }
    }
}

extension Visit {
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
