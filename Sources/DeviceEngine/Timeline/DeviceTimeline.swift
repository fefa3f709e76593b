package import GeofenceEngine
public import VisitModel

/// The whole state of one device, as a value to which inputs are applied in the order of time.
///
/// The steps of a fix are validation (`FixHygiene`), selection of the nearest fences, the slots of the phone's system,
/// the evaluator, and the visits. Each step is a decision of `GeofenceEngine`; the result is a journal, which is stored
/// in one transaction with the timeline. The same inputs give the same journal and the same bytes.
public struct DeviceTimeline: Sendable {
    /// The device.
    public let device: Device
    var hygiene = FixHygiene()
    /// The OS transition reports of the fix that `hygiene` holds until the next one.
    var heldReports: [TransitionReport] = []
    package var registry: GeofenceRegistry
    package var evaluator = GeofenceEvaluator()
    /// The open stays, and those that ended recently.
    package var builder = VisitBuilder()
    /// The number of stays per fence, with this device, that reached its dwell threshold.
    ///
    /// With those elsewhere (`TimelineCache`) it says which fences the member visits most, and breaks ties between
    /// equally near ones.
    var dwells: [FenceKey: Int] = [:]
    var watching = Watching.active
    /// The report that location is off, which later fixes may contradict.
    var locationOff = LocationOff()
    /// The number of slots that the system was found to offer; `nil` for the platform's limit.
    var measuredSlots: Int?
    /// The last input; the next one sorts after it.
    ///
    /// While several are applied it is that of the last checkpoint among them, or the one before them.
    package var lastInput: DeviceInput?
    /// The number of journal entries of the current trigger.
    var entriesAtTrigger = 0
    /// The time of the last input, under which journal entries are recorded.
    var trigger: Timestamp?
    /// The newest time that the horizon of late input is counted from.
    package var newestSane: Timestamp?

    /// Rebuilt when missing, and without influence on any decision.
    package var cache = TimelineCache()

    /// Creates the state of a device that has sent nothing.
    public init(device: Device, options: SelectionOptions = SelectionOptions()) {
        self.device = device
        self.registry = GeofenceRegistry(platform: device.platform, limit: options.ignoresLimit ? .max : nil)
    }
}

extension DeviceTimeline {
    /// The time between two checkpoints, in milliseconds: 6 hours.
    ///
    /// A late input is evaluated from the checkpoint before it, so this bounds the repeated work. A state is a few
    /// hundred bytes, and ten of them span the horizon.
    static let stretchMilliseconds: Int64 = 6 * 3_600_000

    /// The last millisecond before the interval of a time: a checkpoint there covers every input before the interval.
    static func boundary(before time: Timestamp) -> Timestamp {
        let remainder = time.milliseconds % stretchMilliseconds
        let start = time.milliseconds - (remainder < 0 ? remainder + stretchMilliseconds : remainder)
        return Timestamp(milliseconds: start - 1)
    }

    /// Whether an input begins a new interval, so that a checkpoint has to be saved before it.
    ///
    /// The boundaries depend on the inputs' own time, so the same inputs save the same checkpoints however they are
    /// batched.
    static func leavesStretch(at time: Timestamp, after last: Timestamp) -> Bool { last <= boundary(before: time) }
}

extension DeviceTimeline {
    /// Advances the clock without a fix, to a time not before the last input.
    ///
    /// This detects what the next fix would detect: a time gap that exceeds the limit, a fence that was moved or
    /// retired, a facility that is no longer on the member's list. `presumes`: whether an uncontradicted entry is
    /// recorded.
    mutating func advanceClock(
        to time: Timestamp,
        presumes: Bool,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        guard !evaluator.tracks.isEmpty, !isUndecided(at: time, context.policy.visits) else { return }
        let tracked = evaluator.tracks.count
        if cache.needsCatalog(at: time) {
            enter(context.history.catalog(at: time), context, nil, into: &journal)
        }
        let catalog = cache.catalog
        leaveForeignFences(catalog, context.policy, nil, into: &journal)
        var transitions: [FenceTransition] = []
        evaluator.tick(at: time, presumes: presumes, policy: context.policy) { transitions.append($0) }
        follow(transitions, catalog, context.policy, nil, into: &journal)
        // A fence that was kept because the member was in it gives its slot to a nearer one.
        if evaluator.tracks.count < tracked {
            chooseAgain(at: time, context, into: &journal)
            cache.forgetWatched()
        }
    }

    /// Whether `.passed(at: time)` would record anything; false where a newer input was applied.
    ///
    /// Cheap for nearly every device: without stays the answer is immediate, with stays each is inspected. Only where
    /// something is due, a copy of the timeline is advanced.
    package func wouldChange(at time: Timestamp, _ context: TimelineContext) -> Bool {
        guard !evaluator.tracks.isEmpty, lastInput.map({ $0.time < time }) ?? false else { return false }
        let isForeign = cache.memberFences.map { allowed in
            evaluator.tracks.contains { !allowed.contains($0.key) }
        }
        guard
            evaluator.isDue(at: time, policy: context.policy) || isForeign == true || cache.needsCatalog(at: time)
        else { return false }
        var (copy, journal) = (self, TimelineJournal())
        copy.advanceClock(to: time, presumes: true, context, into: &journal)
        return !journal.entries.isEmpty
    }

    /// Whether a held fix still waits for the next one to be accepted or refused; if accepted it may change a stay.
    private func isUndecided(at time: Timestamp, _ policy: EvaluationPolicy.Visits) -> Bool {
        guard let held = hygiene.held else { return false }
        return policy.silenceLimitSeconds.map { held.time.seconds(to: time) <= $0 } ?? true
    }
}

extension DeviceTimeline {
    enum Watching: UInt8, Sendable {
        case active = 0
        /// The system lost all registrations and can't accept new ones for now.
        case lost = 1
        case stopped = 2
        /// The same by the phone's report that its location is off, until fixes contradict it.
        case locationOff = 3
    }

    mutating func follow(
        _ change: PhoneChange,
        at time: Timestamp,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        switch change {
        case .registrationsLost(let code, let message):
            append(.error(code: code, message: message), nil, into: &journal)
            if change.isLocationOff {
                loseLocation(at: time, into: &journal)
            } else {
                append(registry.lose(), nil, into: &journal)
                watching = .lost
            }
        case .registrationsRestored:
            watching = .active
            locationOff = LocationOff()
            measuredSlots = nil
            append(registry.restore(), nil, into: &journal)
            chooseAgain(at: time, context, into: &journal)
        case .slotsMeasured(let count, let code, let message):
            append(.error(code: code, message: message), nil, into: &journal)
            measuredSlots = max(0, count)
            chooseAgain(at: time, context, into: &journal)
        case .failed(let code, let message):
            append(.error(code: code, message: message), nil, into: &journal)
        case .monitoringStopped:
            append(registry.clear(), nil, into: &journal)
            watching = .stopped
            locationOff = LocationOff()
        case .listChanged: chooseAgain(at: time, context, into: &journal)
        case .heartbeat, .alive:
            // An entry is not presumed: the fixes of a crossing often arrive after a heartbeat.
            advanceClock(to: time, presumes: false, context, into: &journal)
            evaluator.recordHeartbeat(at: time, hasPosition: change == .heartbeat)
            // The Gym Visits document: Android only, with the phone's last position.
            if device.platform == .android { append(.heartbeat, hygiene.accepted, into: &journal) }
        }
        cache.forgetWatched()
    }

    /// Resumes monitoring after a restart or update, which registers the lost geofences again with all others.
    mutating func beginAgain() {
        if watching == .lost || watching == .locationOff { watching = .active }
        locationOff = LocationOff()
        cache.forgetWatched()
    }

    /// Selects again for the phone's last position, without a fix.
    mutating func chooseAgain(at time: Timestamp, _ context: TimelineContext, into journal: inout TimelineJournal) {
        guard watching == .active, let place = evaluator.lastUsable?.coordinate else { return }
        if cache.needsCatalog(at: time) {
            enter(context.history.catalog(at: time), context, nil, into: &journal)
        }
        cache.forgetChoice()
        _ = choose(at: place, EarthPoint(place), nil, context, into: &journal)
    }
}

extension DeviceTimeline {
    /// Registers the fences nearest to a fix.
    ///
    /// A fix of unusable accuracy changes nothing, unless nothing is registered yet. No fix changes anything while the
    /// system does not monitor; while that is only the phone's report, the saved fences are changed and evaluated.
    mutating func select(
        _ fix: Fix,
        at point: EarthPoint,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        var hasChanged = false
        if watching == .active || watching == .locationOff {
            // Asked in this order, and not of `self`, which the compiler would copy for each fix.
            let isUsable = fix.isPrecise(context.policy)
            let isFirst = watching == .locationOff ? registry.saved.isEmpty : registry.registered.isEmpty
            if isUsable || isFirst { hasChanged = choose(at: fix.coordinate, point, fix, context, into: &journal) }
        }
        guard hasChanged || !cache.isWatching else { return }
        cache.watch(watching == .locationOff ? registry.saved : registry.registered)
    }

    /// Registers the fences nearest to a point, where they may differ from the last selection; returns whether any
    /// changed.
    mutating func choose(
        at coordinate: Coordinate,
        _ point: EarthPoint,
        _ fix: Fix?,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) -> Bool {
        let wanted = cache.choose(
            at: coordinate,
            point,
            Self.rules(context.selection, device.platform, measuredSlots: measuredSlots),
            pinned: evaluator.tracks.isEmpty ? [] : evaluator.tracks.map { $0.key },
            visits: dwells,
            time: trigger
        )
        return wanted.map { register($0, fix, into: &journal) } ?? false
    }

    /// Returns the fences that have a slot because the member visits them most, wherever the device is.
    package func preferred(_ context: TimelineContext) -> [FenceKey] {
        guard let time = lastInput?.time, context.selection.preferVisited > 0 else { return [] }
        let rules = Self.rules(context.selection, device.platform, measuredSlots: measuredSlots)
        var selector = ProximitySelector(rules: rules, facilities: cache.memberFences)
        var elsewhere = cache.visitsElsewhere
        selector.visits = elsewhere.added(to: dwells, at: trigger)
        return selector.preferred(in: context.history.catalog(at: time))
    }

    /// The number of fences to select, and how many of them are reserved.
    ///
    /// Not of `self`, which the compiler would copy for each fix.
    private static func rules(
        _ options: SelectionOptions,
        _ platform: Platform,
        measuredSlots: Int?
    ) -> SelectionRules {
        if options.ignoresLimit { return SelectionRules(limit: nil, preferVisited: options.preferVisited) }
        let limit = slots(options, platform, measuredSlots: measuredSlots) ?? 0
        // Where other code has most of the slots, the nearest facilities keep half of the rest.
        let preferred = limit < platform.geofenceLimit ? min(options.preferVisited, limit / 2) : options.preferVisited
        return SelectionRules(limit: limit, preferVisited: preferred)
    }

    /// The number of fences that the device may register; `nil` for any.
    package func slots(_ options: SelectionOptions) -> Int? {
        Self.slots(options, device.platform, measuredSlots: measuredSlots)
    }

    private static func slots(_ options: SelectionOptions, _ platform: Platform, measuredSlots: Int?) -> Int? {
        guard !options.ignoresLimit else { return nil }
        let slots = platform.geofenceLimit - options.reservedSlots
        return min(slots, measuredSlots ?? slots)
    }

    /// Returns whether any slot, or saved fence, changed; a registry's error becomes a journal entry.
    private mutating func register(_ wanted: [FenceKey], _ fix: Fix?, into journal: inout TimelineJournal) -> Bool {
        do {
            if watching == .locationOff {
                let before = registry.saved
                try registry.save(wanted: wanted)
                return registry.saved != before
            }
            let change = try registry.apply(wanted: wanted)
            append(change, fix, into: &journal)
            return !change.isEmpty
        } catch {
            append(.error(code: error.code.rawValue, message: error.message), fix, into: &journal)
            return false
        }
    }

    /// Records the registrations that a restart or an update removed, and restores them immediately, without a fix.
    mutating func lose(_ lost: RegistryChange, into journal: inout TimelineJournal) {
        append(lost, nil, into: &journal)
        append(registry.restore(), nil, into: &journal)
    }

    /// Records removals before additions.
    mutating func append(_ change: RegistryChange, _ fix: Fix?, into journal: inout TimelineJournal) {
        switch change.unregistered {
        case .all: append(.unregistered(nil), fix, into: &journal)
        case .fences(let keys): if !keys.isEmpty { append(.unregistered(keys), fix, into: &journal) }
        }
        if !change.registered.isEmpty { append(.registered(change.registered), fix, into: &journal) }
    }
}
