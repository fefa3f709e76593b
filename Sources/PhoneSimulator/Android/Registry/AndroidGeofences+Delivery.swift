internal import PhoneOS
internal import VisitModel

extension AndroidGeofences {
    /// Groups transitions into deliveries and computes the time of each.
    ///
    /// One delay is drawn for each delivery. A transition of a fence is delivered strictly after every earlier one of
    /// the same fence.
    ///
    /// - Parameters:
    ///   - findings: the transitions decided at one time.
    ///   - decided: that time.
    ///   - now: the earliest time of the delivery: later than `decided` if a timer ran late.
    ///   - reading: the fix that decided.
    ///   - surroundings: the current situation of the phone.
    ///   - generator: the source of random delays.
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
