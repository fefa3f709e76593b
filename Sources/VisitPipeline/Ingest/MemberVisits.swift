internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// The visits of one member after a batch of the member's devices.
struct MemberVisits {
    /// The visits that are new or differ from the stored ones.
    private(set) var changed: [Visit] = []
    /// The stored stays that are now part of another visit.
    private(set) var moved: [MovedStay] = []
    /// By the id that a visit of the stay alone would have.
    private var visitOfStay: [VisitID: VisitID] = [:]

    /// Resolves the visits again around every stay that changed.
    init(member: MemberID, shares: [DeviceShare], writer: OutcomeWriter) throws {
        guard shares.contains(where: { !$0.outcome.stays.isEmpty || !$0.outcome.removedStays.isEmpty }) else { return }
        var now: [VisitID: DeviceStay] = [:]
        var gone: Set<String> = []
        for share in shares {
            for id in share.outcome.removedStays { gone.insert(id.text) }
            for (id, entry) in share.outcome.stays {
                gone.insert(id.text)
                let known = share.outcome.knownVisits[id]
                guard let stay = Self.deviceStay(entry.stay, known, share.device, writer) else { continue }
                now[stay.ownVisit] = stay
            }
        }
        var known = Neighbours()
        if shares.count == 1, let neighbours = shares[0].neighbours {
            known.others = neighbours
        } else {
            known = try Self.neighbours(of: member, now.values, shares, writer)
            for (device, row) in known.rows where !gone.contains(row.id) {
                if let stay = Self.deviceStay(row, device, writer) { known.others.append(stay) }
            }
            for (_, row) in known.rows {
                guard let own = row.ownVisit, now[own]?.knownVisit == nil else { continue }
                now[own]?.knownVisit = row.visit
            }
        }
        let stays = Array(now.values) + known.others
        let resolver = VisitResolver(
            member: member,
            policy: writer.context.policy,
            policyVersion: writer.context.policyVersion
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
        of member: MemberID,
        _ stays: some Collection<DeviceStay>,
        _ shares: [DeviceShare],
        _ writer: OutcomeWriter
    ) throws -> Neighbours {
        let starts = stays.map(\.enteredAt) + shares.compactMap(\.outcome.replacesFrom)
        let ends = stays.map { $0.exitedAt ?? $0.lastProofAt } + shares.compactMap(\.lastInputAt)
        guard var start = starts.min(), var end = ends.max() else { return Neighbours() }
        if writer.context.policy.visits.countsOncePerDay {
            start = start.advanced(bySeconds: -86_400)
            end = end.advanced(bySeconds: 86_400)
        }
        // Another phone may have taken over a visit, or have been taken over from.
        let takeover = writer.context.policy.visits.takeoverGapSeconds
        (start, end) = (start.advanced(bySeconds: -takeover), end.advanced(bySeconds: takeover))
        // A neighbour may extend farther than the changed stays, and overlap further neighbours.
        let store = try writer.lane.storeAfterCommits()
        var neighbours = Neighbours()
        for _ in 0..<16 {
            let span = start...max(start, end)
            neighbours.visits = try store.visits.all(of: member, overlapping: span)
            neighbours.rows = try store.deviceStates.stays(ofMember: member, overlapping: span)
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

    /// A stay that this batch does not change.
    private static func deviceStay(_ stay: StoredStay, _ device: DeviceID, _ writer: OutcomeWriter) -> DeviceStay? {
        guard let own = stay.ownVisit, let fence = writer.context.history.fence(of: stay.facility, at: stay.enteredAt)
        else { return nil }
        return DeviceStay(
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

    /// A stay of this batch.
    static func deviceStay(
        _ stay: Stay,
        _ known: VisitID?,
        _ device: Device,
        _ writer: OutcomeWriter
    ) -> DeviceStay? {
        guard let facility = writer.directory.facility(of: stay.key), let own = stay.id.visitID,
            let fence = writer.context.history.fence(of: facility, at: stay.enteredAt)
        else { return nil }
        return DeviceStay(stay, in: fence, of: device.id, ownVisit: own, knownVisit: known)
    }
}

extension FenceHistory {
    /// The fence of a facility at a time, or its latest one.
    func fence(of facility: FacilityID, at time: Timestamp) -> Fence? {
        catalog(at: time)[facility] ?? latest[facility]
    }
}

extension StoredStay {
    /// The id that a visit of this stay alone would have.
    fileprivate var ownVisit: VisitID? { StayID(text: id)?.visitID }
}
