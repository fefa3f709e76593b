internal import PhoneOS
internal import VisitModel

extension AndroidGeofences {
    /// Puts transitions together into deliveries, and says when each is handed over.
    ///
    /// One delay is drawn for each delivery. No fence's transition comes before an earlier one of the same fence, not even
    /// at the same time.
    ///
    /// - Parameters:
    ///   - findings: what was decided at one time.
    ///   - decided: that time.
    ///   - now: from when on it can be handed over: later than decided where a timer was served late.
    ///   - reading: what decided.
    ///   - surroundings: how the phone is at the moment.
    ///   - generator: where delays are drawn from.
    /// - Returns: exits before enters before dwells.
    mutating func deliver(
        _ findings: [AndroidFinding],
        decidedAt decided: Timestamp,
        now: Timestamp,
        reading: SystemReading?,
        surroundings: RegionSurroundings,
        generator: inout SeededGenerator
    ) -> [RegionDelivery] {
        guard !findings.isEmpty else { return [] }
        lastDue = lastDue.filter { $0.value >= now }
        var deliveries: [RegionDelivery] = []
        for transition in [RegionTransition.exit, .enter, .dwell] {
            var rest = findings.filter { $0.transition == transition }
            while let channel = rest.first?.channel {
                let ids = rest.filter { $0.channel == channel }.map(\.id)
                rest.removeAll { $0.channel == channel }
                var due = profile.latencies.due(
                    from: now,
                    responsivenessSeconds: channel.responsivenessSeconds,
                    in: surroundings,
                    generator: &generator
                )
                if let last = ids.compactMap({ lastDue[$0] }).max() {
                    due = max(due, last.advanced(bySeconds: 0.001))
                }
                for id in ids { lastDue[id] = due }
                deliveries.append(
                    RegionDelivery(ids: ids, transition: transition, decidedAt: decided, dueAt: due, reading: reading)
                )
            }
        }
        return deliveries
    }
}
