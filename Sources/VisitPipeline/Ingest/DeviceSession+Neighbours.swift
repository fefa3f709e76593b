internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel

extension DeviceSession {
    /// Whether the session itself has every stay that may overlap those of an outcome.
    ///
    /// Most members have one phone, and its stays follow one another: a closed stay ended before the open one. Then the
    /// store need not be queried.
    func hasAllNeighbours(of outcome: Outcome, _ context: TimelineContext) -> Bool {
        guard isOnlyDevice, outcome.replacesFrom == nil, !context.policy.visits.countsOncePerDay else { return false }
        guard let settled = settledUntil else { return true }
        let starts = outcome.stays.values.map(\.stay.enteredAt) + timeline.builder.open.map(\.enteredAt)
        return starts.allSatisfy { $0 > settled }
    }

    /// The open stays that are not part of an outcome.
    func neighbours(of outcome: Outcome, _ writer: OutcomeWriter) -> [DeviceStay] {
        timeline.builder.open.filter { outcome.stays[$0.id] == nil }
            .compactMap { MemberVisits.deviceStay($0, nil, timeline.device, writer) }
    }

    /// Records the latest end of the closed stays.
    ///
    /// It includes a stay that a re-entry may still continue, because after an eviction from the cache no other value
    /// would cover it.
    mutating func recordEndedStays(_ outcome: Outcome) {
        guard outcome.replacesFrom == nil else {
            settledUntil = timeline.lastInput?.time
            return
        }
        guard !outcome.stays.isEmpty else { return }
        let open = Set(timeline.builder.open.map(\.id))
        for (id, entry) in outcome.stays where !open.contains(id) {
            let end = entry.stay.exitedAt ?? entry.stay.proof.lastAt
            settledUntil = max(settledUntil ?? end, end)
        }
    }
}
