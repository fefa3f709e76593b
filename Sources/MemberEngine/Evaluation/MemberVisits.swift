internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel

/// The visits of one member after a batch of the member's devices.
struct MemberVisits {
    /// The visits that are new or differ from the stored ones.
    private(set) var changed: [Visit] = []
    /// The stored stays that are now part of another visit.
    private(set) var moved: [MovedStay] = []
    /// By the id that a visit of the stay alone would have.
    private var visitOfStay: [VisitID: VisitID] = [:]

    /// Resolves the visits again around every stay that changed.
    init(
        member: MemberID,
        shares: [DeviceShare],
        _ context: EvaluationContext,
        _ history: some MemberHistory
    ) throws {
        guard shares.contains(where: { !$0.outcome.stays.isEmpty || !$0.outcome.removedStays.isEmpty }) else { return }
        var now: [VisitID: DeviceStay] = [:]
        var gone: Set<String> = []
        for share in shares {
            for id in share.outcome.removedStays { gone.insert(id.text) }
            for (id, entry) in share.outcome.stays {
                gone.insert(id.text)
                let known = share.outcome.knownVisits[id]
                guard let stay = DeviceStay(entry.stay, of: share.device.id, knownVisit: known, context.directory)
                else { continue }
                now[stay.ownVisit] = stay
            }
        }
        var known = Neighbours()
        if shares.count == 1, let neighbours = shares[0].neighbours {
            known.others = neighbours
        } else {
            known = try Self.neighbours(of: now.values, shares, context, history)
            for (device, row) in known.rows where !gone.contains(row.id) {
                if let stay = DeviceStay(row, of: device, context.directory) { known.others.append(stay) }
            }
            for (_, row) in known.rows {
                guard let own = row.ownVisit, now[own]?.knownVisit == nil else { continue }
                now[own]?.knownVisit = row.visit
            }
        }
        let stays = Array(now.values) + known.others
        let resolver = VisitResolver(
            member: member,
            policy: context.policy,
            policyVersion: context.timeline.policyVersion
        )
        var resolved: Set<VisitID> = []
        let before = Dictionary(known.visits.map { ($0.id, $0) }) { first, _ in first }
        for resolution in resolver.resolve(stays) {
            resolved.insert(resolution.visit.id)
            for stay in resolution.stays { visitOfStay[stay] = resolution.visit.id }
            if before[resolution.visit.id] != resolution.visit { changed.append(resolution.visit) }
        }
        for var visit in known.visits where !resolved.contains(visit.id) && visit.status != .withdrawn {
            visit.status = .withdrawn
            visit.verdict = .takenBack
            changed.append(visit)
        }
        moved = known.rows.compactMap { _, row in
            guard let old = row.visit, let new = row.ownVisit.flatMap({ visitOfStay[$0] }), new != old else {
                return nil
            }
            return MovedStay(row, from: old, to: new)
        }
    }

    /// The most visits that are read one after the other because each overlaps the next.
    static let longestChain = 16

    private struct Neighbours {
        /// The member's stored stays, including those that this batch replaces.
        var rows: [(device: DeviceID, stay: StoredStay)] = []
        /// The member's visits until now.
        var visits: [Visit] = []
        /// The stays that this batch does not change.
        var others: [DeviceStay] = []
    }

    func visit(of stay: StayID) -> VisitID? { stay.visitID.flatMap { visitOfStay[$0] } }

    /// Reads what overlaps the changed stays: the member's other stays, and the visits until now.
    private static func neighbours(
        of stays: some Collection<DeviceStay>,
        _ shares: [DeviceShare],
        _ context: EvaluationContext,
        _ history: some MemberHistory
    ) throws -> Neighbours {
        let starts = stays.map(\.enteredAt) + shares.compactMap(\.outcome.replacesFrom)
        let ends = stays.map { $0.exitedAt ?? $0.lastProofAt } + shares.compactMap(\.lastInputAt)
        guard var start = starts.min(), var end = ends.max() else { return Neighbours() }
        if context.policy.visits.countsOncePerDay {
            start = start.advanced(bySeconds: -86_400)
            end = end.advanced(bySeconds: 86_400)
        }
        // Another phone may have taken over a visit, or have been taken over from.
        let takeover = context.policy.visits.takeoverGapSeconds
        (start, end) = (start.advanced(bySeconds: -takeover), end.advanced(bySeconds: takeover))
        // A neighbour may extend farther than the changed stays, and overlap further neighbours.
        var neighbours = Neighbours()
        for _ in 0..<longestChain {
            let span = start...max(start, end)
            neighbours.visits = try history.visits(overlapping: span)
            neighbours.rows = try history.stays(overlapping: span)
            // Any later visit of another phone may end an open one.
            if stays.contains(where: { $0.exitedAt == nil })
                || neighbours.rows.contains(where: { $0.stay.exitedAt == nil })
            {
                end = Timestamp(milliseconds: .max)
            }
            // A stay may be longer than its visit, which lasts only as long as its stay point.
            for visit in neighbours.visits {
                (start, end) = (min(start, visit.enteredAt), max(end, visit.exitedAt ?? visit.lastProofAt))
            }
            for (_, stay) in neighbours.rows {
                (start, end) = (min(start, stay.enteredAt), max(end, stay.exitedAt ?? stay.lastProofAt))
            }
            if span == start...max(start, end) { break }
        }
        return neighbours
    }
}

extension DeviceStay {
    /// A stay of the batch; `nil` where its facility is unknown.
    init?(_ stay: Stay, of device: DeviceID, knownVisit: VisitID?, _ directory: FacilityDirectory) {
        guard let facility = directory.facility(of: stay.key), let own = stay.id.visitID,
            let fence = directory.history.fence(of: facility, at: stay.enteredAt)
        else { return nil }
        self.init(stay, in: fence, of: device, ownVisit: own, knownVisit: knownVisit)
    }

    /// A recorded stay, which the batch does not change; `nil` where its facility is unknown.
    fileprivate init?(_ stay: StoredStay, of device: DeviceID, _ directory: FacilityDirectory) {
        guard let own = stay.ownVisit, let fence = directory.history.fence(of: stay.facility, at: stay.enteredAt)
        else { return nil }
        self.init(
            device: device,
            facility: stay.facility,
            ownVisit: own,
            knownVisit: stay.visit,
            enteredAt: stay.enteredAt,
            dwelledAt: stay.dwelledAt,
            exitedAt: stay.exitedAt,
            status: stay.status,
            evidence: stay.evidence,
            fixesInside: stay.fixesInside,
            lastProofAt: stay.lastProofAt,
            depthMeters: stay.depthMeters,
            doubts: stay.doubts,
            thresholdSeconds: fence.dwellThreshold.seconds,
            timeZone: fence.timeZone,
            stayEvidence: stay.evidenceState.flatMap(StayEvidence.init(stored:)),
            fence: fence
        )
    }
}

extension StoredStay {
    /// The id that a visit of this stay alone would have.
    fileprivate var ownVisit: VisitID? { StayID(text: id)?.visitID }
}
