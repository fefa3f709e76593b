internal import GeofenceEngine
internal import VisitModel

extension DeviceTimeline {
    /// Registers the fences nearest to a fix.
    ///
    /// A fix that could be anywhere moves nothing, unless nothing is registered yet.
    mutating func select(
        _ fix: Fix,
        at point: EarthPoint,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        let accuracy = fix.horizontalAccuracy ?? context.policy.hygiene.assumedAccuracyMeters
        let isPrecise = accuracy <= context.policy.evaluation.accuracyLimitMeters ?? .infinity
        var hasChanged = false
        if isPrecise || registry.registered.isEmpty {
            let wishes = wishes(context.selection)
            if let wanted = surroundings.choose(at: fix.coordinate, point, wishes, visits: dwells) {
                hasChanged = register(wanted, fix, into: &journal)
            }
        }
        surroundings.watch(registry.registered, hasChanged: hasChanged)
    }

    /// What has to be registered besides the nearest.
    private func wishes(_ options: SelectionOptions) -> ProximitySelector.Wishes {
        let limit = options.ignoresLimit ? Int.max : max(0, registry.limit - options.reservedSlots)
        var preferred: [FenceKey] = []
        if options.preferVisited > 0 {
            let byVisits = dwells.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
            preferred = byVisits.prefix(options.preferVisited).map(\.key)
        }
        return ProximitySelector.Wishes(limit: limit, pinned: evaluator.tracks.map(\.key), preferred: preferred)
    }

    /// Fills the slots, telling the difference.
    private mutating func register(_ wanted: [FenceKey], _ fix: Fix, into journal: inout TimelineJournal) -> Bool {
        let change = registry.apply(wanted)
        if !change.unregistered.isEmpty {
            tell(.unregistered(change.unregistered), fix, into: &journal)
        }
        if !change.registered.isEmpty {
            tell(.registered(change.registered), fix, into: &journal)
        }
        if let refusal = change.refusal {
            let message =
                "the system refused \(refusal.refused.count) geofences (code \(refusal.code)): "
                + "\(registry.registered.count) of \(registry.limit) slots are taken"
            tell(.error(code: refusal.name, message: message), fix, into: &journal)
        }
        return !change.isEmpty
    }

    /// Tells what a restart or an update took away and what was put back, without a fix.
    mutating func lose(_ recovery: GeofenceRegistry.Recovery, into journal: inout TimelineJournal) {
        guard recovery.wasCleared else { return }
        tell(.unregistered(nil), nil, into: &journal)
        if !recovery.restored.isEmpty {
            tell(.registered(recovery.restored), nil, into: &journal)
        }
    }
}
