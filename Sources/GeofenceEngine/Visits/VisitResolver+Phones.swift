internal import VisitModel

/// A member's phones: one may take over a visit from another, fall silent for good, or lie somewhere without the member.
extension VisitResolver {
    /// Groups stays of one facility with overlapping times, and those of a phone that took over from another.
    ///
    /// A member who changes phones in the middle of a visit is not seen to leave: the one phone falls silent inside, and
    /// the other is there soon, and was not seen to come.
    func grouped(_ stays: [DeviceStay]) -> [[DeviceStay]] {
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
}

extension VisitResolver {
    /// Ends the visits of phones that fell silent inside, where another phone of the member is at a later visit.
    ///
    /// A phone that was given away sends nothing more, and its visit would stay open. It ends as one that timed out.
    func endUnseen(_ candidates: inout [Candidate]) {
        for index in candidates.indices where candidates[index].visit.exitedAt == nil {
            let silent = candidates[index]
            let isOver = candidates.contains {
                $0.visit.verdict == .counted && $0.visit.enteredAt >= silent.end && $0.hasOtherPhone(than: silent)
            }
            if isOver { candidates[index].timeOut(at: silent.end, policy) }
        }
    }

    /// Takes the time of a visit from that of a phone which lay elsewhere, without the member; returns whether any was.
    ///
    /// Of two phones far from each other, the one that left its place and came to the visit was with the member: the
    /// other one rested before and after. Of its visit remains what is before, or else what is after the other came back.
    func leavePhonesBehind(among counted: [Int], of candidates: inout [Candidate]) -> Bool {
        guard !policy.visits.countsOverlapping else { return false }
        guard let device = counted.first.flatMap({ candidates[$0].presences.first?.device }),
            counted.contains(where: { candidates[$0].presences.contains { $0.device != device } })
        else { return false }
        var (hasChanged, around): (Bool, [Int]) = (false, [])
        for carried in counted.sorted(by: { Candidate.isEarlier(candidates[$0], candidates[$1]) }) {
            around.removeAll { candidates[$0].lastPresence < candidates[carried].visit.enteredAt }
            for left in around where Self.wasLeftBehind(candidates[left], by: candidates[carried]) {
                candidates[left].yield(to: candidates[carried], policy)
                candidates[carried].visit.doubts.insert(.twoPlacesAtOnce)
                hasChanged = true
            }
            around.append(carried)
        }
        return hasChanged
    }

    private static func wasLeftBehind(_ resting: Candidate, by carried: Candidate) -> Bool {
        guard resting.visit.verdict == .counted, carried.visit.verdict == .counted, sharedSeconds(resting, carried) > 0,
            resting.presences.contains(where: { carried.isBeside($0) }), let evidence = carried.surest?.evidence,
            evidence.proof.arrival.gapSeconds != nil, let fence = resting.surest?.fence,
            let position = evidence.proof.position.mean
        else { return false }
        return fence.signedDistance(to: position, EarthPoint(position)) > apartMeters
    }

    /// How far beyond the edge of a fence a phone is certainly not in it, in metres.
    private static let apartMeters = 100.0
}

extension VisitResolver.Candidate {
    /// The last moment at which one of its phones was there.
    fileprivate var lastPresence: Timestamp { presences.map(\.until).max() ?? visit.enteredAt }

    /// Whether a phone is there that is not the one which was last at the other.
    fileprivate func hasOtherPhone(than other: Self) -> Bool {
        let last = other.presences.max { ($0.until, $0.device) < ($1.until, $1.device) }
        return presences.contains { $0.device != last?.device }
    }

    /// Whether another phone was somewhere from before the visit till after it.
    fileprivate func isBeside(_ presence: (device: DeviceID, from: Timestamp, until: Timestamp)) -> Bool {
        presence.from < visit.enteredAt && presence.until >= end && !presences.contains { $0.device == presence.device }
    }

    /// Ends an open visit as one that timed out.
    fileprivate mutating func timeOut(at time: Timestamp, _ policy: EvaluationPolicy) {
        let exit = max(time, visit.enteredAt)
        visit.exitedAt = exit
        visit.status = .timedOut
        guard let surest else { return }
        visit.assessment?.exitedBetween =
            surest.evidence.assessment(at: surest.fence, enteredAt: visit.enteredAt, exitedAt: exit, policy: policy)
            .exitedBetween
    }

    /// When a phone of another visit was here after it; `nil` where none was.
    private func comingBack(from other: Self) -> Timestamp? {
        let devices = Set(other.presences.map(\.device))
        let later = presences.filter { devices.contains($0.device) && $0.until > other.end }
        return later.map(\.from).min().map { max($0, other.end) }
    }

    /// Gives the time of a visit of another phone to that one.
    fileprivate mutating func yield(to other: Self, _ policy: EvaluationPolicy) {
        visit.doubts.insert(.twoPlacesAtOnce)
        let least = Double(thresholdSeconds)
        if visit.enteredAt.seconds(to: other.visit.enteredAt) >= least {
            if visit.exitedAt == nil { timeOut(at: other.visit.enteredAt, policy) }
            end(at: other.visit.enteredAt)
            // The member left when the other phone did.
            if let bounds = other.visit.assessment?.enteredBetween { visit.assessment?.exitedBetween = bounds }
        } else if let back = comingBack(from: other), back.seconds(to: end) >= least {
            begin(at: back)
        } else {
            visit.yield()
        }
    }
}
