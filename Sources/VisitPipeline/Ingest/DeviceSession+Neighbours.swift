internal import GeofenceEngine
internal import VisitModel

extension DeviceSession {
    /// Whether the session itself knows every stay that can share time with those of an outcome.
    ///
    /// Most members have one phone, and its stays follow one another: what has ended for good ended before what goes on.
    /// Then the store need not be asked.
    func hasAllNeighbours(of outcome: Outcome, _ context: TimelineContext) -> Bool {
        guard isOnlyDevice, outcome.replacesFrom == nil, !context.policy.visits.countsOncePerDay else { return false }
        guard let settled = settledUntil else { return true }
        let live = timeline.builder.open.map(\.enteredAt) + timeline.builder.recent.map(\.stay.enteredAt)
        return (outcome.stays.values.map(\.stay.enteredAt) + live).allSatisfy { $0 > settled }
    }

    /// The stays that go on or ended a moment ago and are not part of an outcome.
    func neighbours(of outcome: Outcome, _ writer: OutcomeWriter) -> [DeviceStay] {
        (timeline.builder.open + timeline.builder.recent.map(\.stay))
            .filter { outcome.stays[$0.id] == nil }
            .compactMap { MemberVisits.deviceStay($0, nil, timeline.device, writer) }
    }

    /// Notes until when stays have ended for good.
    mutating func settle(_ outcome: Outcome) {
        guard outcome.replacesFrom == nil else {
            settledUntil = timeline.lastInput?.time
            return
        }
        guard !outcome.stays.isEmpty else { return }
        let live = Set(timeline.builder.open.map(\.id) + timeline.builder.recent.map(\.stay.id))
        for (id, entry) in outcome.stays where !live.contains(id) {
            let end = entry.stay.exitedAt ?? entry.stay.proof.lastAt
            settledUntil = max(settledUntil ?? end, end)
        }
    }
}
