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
        // Not withdrawn: what is resolved now, and what can't be resolved because its facility is not known.
        var resolved: Set<VisitID> = []
        var known = Neighbours()
        if shares.count == 1, let neighbours = shares[0].neighbours {
            known.others = neighbours
        } else {
            known = try Self.neighbours(of: now.values, shares, context, history)
            for (device, row) in known.rows {
                if context.directory.key(of: row.facility) == nil, let visit = row.visit {
                    resolved.insert(visit)
                } else if !gone.contains(row.id), let stay = DeviceStay(row, of: device, context.directory) {
                    known.others.append(stay)
                }
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

    fileprivate struct Neighbours {
        /// The member's stored stays, including those that this batch replaces.
        var rows: [(device: DeviceID, stay: StoredStay)] = []
        /// The member's visits until now.
        var visits: [Visit] = []
        /// The stays that this batch does not change.
        var others: [DeviceStay] = []
    }

    func visit(of stay: StayID) -> VisitID? { visitOfStay[stay.visitID] }

    /// Reads what overlaps the changed stays, and what overlaps that in turn: the member's other stays, and the visits
    /// until now.
    private static func neighbours(
        of stays: some Collection<DeviceStay>,
        _ shares: [DeviceShare],
        _ context: EvaluationContext,
        _ history: some MemberHistory
    ) throws -> Neighbours {
        let starts = stays.map(\.enteredAt) + shares.compactMap(\.outcome.replacesFrom)
        let ends = stays.map { $0.exitedAt ?? $0.lastProofAt } + shares.compactMap(\.lastInputAt)
        guard let first = starts.min(), let last = ends.max() else { return Neighbours() }
        // Another phone may have taken over a visit, or have been taken over from; any later visit may end an open one.
        let takeover = context.policy.visits.takeoverGapSeconds
        let isOpen = stays.contains { $0.exitedAt == nil }
        let (start, end) = (
            first.advanced(bySeconds: -takeover), isOpen ? .endOfTime : last.advanced(bySeconds: takeover)
        )
        let changes = start...max(start, end)
        var reachSeconds = firstReachSeconds
        while true {
            let read = changes.widened(bySeconds: reachSeconds)
            let neighbours = Neighbours(
                rows: try history.stays(overlapping: read),
                visits: try history.visits(overlapping: read)
            )
            let span = neighbours.chain(from: changes, of: stays, context)
            let isWhole = read.lowerBound <= span.lowerBound && span.upperBound <= read.upperBound
            if isWhole || reachSeconds >= longestChainSeconds { return neighbours.overlapping(span) }
            reachSeconds *= 4
        }
    }

    /// How far around the changes is read first; most neighbours are within it.
    private static let firstReachSeconds = 12 * 3600.0
    /// How far a chain of stays may reach of which each overlaps the next.
    static let longestChainSeconds = 64 * 86_400.0
}

extension MemberVisits.Neighbours {
    /// The time of the changes with everything that overlaps it, and what overlaps that in turn.
    fileprivate func chain(
        from changes: ClosedRange<Timestamp>,
        of stays: some Collection<DeviceStay>,
        _ context: EvaluationContext
    ) -> ClosedRange<Timestamp> {
        var span = changes
        while true {
            let before = span
            // A stay may be longer than its visit, which lasts only as long as its stay point. A visit that was taken
            // back has none.
            for visit in visits where !visit.isTakenBack && visit.overlaps(span) {
                span.include(visit.enteredAt...max(visit.enteredAt, visit.end))
            }
            let overlapping = rows.lazy.map(\.stay).filter { $0.overlaps(span) }
            for stay in overlapping {
                span.include(stay.enteredAt...max(stay.enteredAt, stay.exitedAt ?? .endOfTime))
            }
            if context.policy.visits.countsOncePerDay {
                // Which visit of a day counts is only known with the whole day.
                let entries =
                    stays.map { ($0.facility, $0.enteredAt) } + overlapping.map { ($0.facility, $0.enteredAt) }
                for (facility, time) in entries {
                    if let day = context.directory.localDay(of: time, at: facility) { span.include(day) }
                }
            }
            if span == before { return span }
        }
    }

    fileprivate func overlapping(_ span: ClosedRange<Timestamp>) -> Self {
        Self(rows: rows.filter { $0.stay.overlaps(span) }, visits: visits.filter { $0.overlaps(span) })
    }
}

extension Visit {
    /// Whether the visit shares time with a span; an open one lasts for ever.
    func overlaps(_ span: ClosedRange<Timestamp>) -> Bool {
        enteredAt <= span.upperBound && (exitedAt ?? .endOfTime) >= span.lowerBound
    }
}

extension StoredStay {
    /// Whether the stay shares time with a span; an open one lasts for ever.
    func overlaps(_ span: ClosedRange<Timestamp>) -> Bool {
        enteredAt <= span.upperBound && (exitedAt ?? .endOfTime) >= span.lowerBound
    }
}

extension Timestamp {
    fileprivate static let endOfTime = Timestamp(milliseconds: .max)
}

extension ClosedRange<Timestamp> {
    fileprivate mutating func include(_ other: Self) {
        self = Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }

    fileprivate func widened(bySeconds seconds: Double) -> Self {
        let end = upperBound == .endOfTime ? upperBound : upperBound.advanced(bySeconds: seconds)
        return lowerBound.advanced(bySeconds: -seconds)...end
    }
}

extension DeviceStay {
    /// A stay of the batch; `nil` where its facility is unknown.
    init?(_ stay: Stay, of device: DeviceID, knownVisit: VisitID?, _ directory: FacilityDirectory) {
        guard let facility = directory.facility(of: stay.key),
            let fence = directory.history.fence(of: facility, at: stay.enteredAt)
        else { return nil }
        self.init(stay, in: fence, of: device, ownVisit: stay.id.visitID, knownVisit: knownVisit)
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
