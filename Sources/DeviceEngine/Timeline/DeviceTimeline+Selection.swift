internal import GeofenceEngine
internal import VisitModel

extension DeviceTimeline {
    /// Registers the fences nearest to a fix.
    ///
    /// A fix of unusable accuracy changes nothing, unless nothing is registered yet. No fix changes anything while the
    /// system does not monitor.
    mutating func select(
        _ fix: Fix,
        at point: EarthPoint,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        let accuracy = fix.horizontalAccuracy ?? context.policy.hygiene.assumedAccuracyMeters
        let isPrecise = accuracy <= context.policy.evaluation.accuracyLimitMeters ?? .infinity
        var hasChanged = false
        if watching == .active, isPrecise || registry.registered.isEmpty {
            hasChanged = choose(at: fix.coordinate, point, fix, context, into: &journal)
        }
        surroundings.watch(registry.registered, hasChanged: hasChanged)
    }

    /// Registers the fences nearest to a point, where they may differ from the last selection.
    ///
    /// - Returns: whether anything changed.
    mutating func choose(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        _ fix: Fix?,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) -> Bool {
        let wanted = surroundings.choose(
            at: coordinate,
            point,
            rules(context.selection),
            pinned: evaluator.tracks.isEmpty ? [] : evaluator.tracks.map { $0.key },
            visits: dwells
        )
        return wanted.map { register($0, fix, into: &journal) } ?? false
    }

    /// The number of fences to register, and their priority.
    private func rules(_ options: SelectionOptions) -> SelectionRules {
        if options.ignoresLimit { return SelectionRules(limit: nil, preferVisited: options.preferVisited) }
        let slots = device.platform.geofenceLimit - options.reservedSlots
        return SelectionRules(limit: min(slots, measuredSlots ?? slots), preferVisited: options.preferVisited)
    }

    /// Fills the slots and appends the difference to the journal.
    ///
    /// - Returns: whether anything changed.
    private mutating func register(_ wanted: [FenceKey], _ fix: Fix?, into journal: inout TimelineJournal) -> Bool {
        do {
            let change = try registry.apply(wanted: wanted)
            append(change, fix, into: &journal)
            return !change.isEmpty
        } catch {
            append(.error(code: error.code.rawValue, message: error.message), fix, into: &journal)
            return false
        }
    }

    /// Records the registrations that a restart or an update removed and those that were restored, immediately and
    /// without a fix.
    mutating func lose(_ lost: RegistryChange, into journal: inout TimelineJournal) {
        append(lost, nil, into: &journal)
        append(registry.restore(), nil, into: &journal)
    }

    /// Records a change of the slots: removals before additions.
    mutating func append(_ change: RegistryChange, _ fix: Fix?, into journal: inout TimelineJournal) {
        switch change.unregistered {
        case .all: append(.unregistered(nil), fix, into: &journal)
        case .fences(let keys): if !keys.isEmpty { append(.unregistered(keys), fix, into: &journal) }
        }
        if !change.registered.isEmpty { append(.registered(change.registered), fix, into: &journal) }
    }
}
