internal import DeviceEngine
package import GeofenceEngine
internal import VisitModel

extension DeviceSession {
    struct LateInputs {
        /// New inputs within the horizon.
        var evaluated: [DeviceInput] = []
        /// New inputs beyond the horizon, flagged as such.
        var kept: [DeviceInput] = []
        /// The fixes that were received before.
        var repeats: SecondClock = []
        /// The stored fixes that are evaluated no more.
        var withdrawn: SecondClock = []
        /// The stored hours that were read.
        var hours: Hours = [:]
        /// Those among them with fixes that are evaluated no more.
        var rewritten: Set<Timestamp> = []
    }

    /// Classifies late inputs and counts repeats.
    func sortOutLate(
        _ inputs: [DeviceInput],
        _ context: EvaluationContext,
        _ history: some DeviceHistory,
        _ outcome: inout Outcome
    ) throws -> LateInputs {
        var late = LateInputs()
        var bucket: Timestamp?
        var stored: Set<DeviceInput> = []
        var horizon = timeline.newestSane?.advanced(bySeconds: -context.policy.visits.horizonSeconds)
        if !inputs.isEmpty, let reach = try reach(history) { horizon = max(horizon ?? reach, reach) }
        for input in inputs {
            let hour = FixChunk.bucket(of: input.time)
            if hour != bucket {
                let known = try self.inputs(of: hour, history)
                late.hours[hour] = known
                stored = Set(known.map(\.repeatKey))
                // A plain record of a fix that is stored with an OS transition report is a repeat.
                for case .reported(_, _, let fix) in known { stored.insert(.fix(fix).repeatKey) }
                bucket = hour
            }
            if stored.contains(input.repeatKey) {
                outcome.journal.count(.exactRepeat)
                if let key = input.fixKey { late.repeats.insert(key) }
            } else if let horizon, input.time < horizon {
                outcome.journal.count(.beyondHorizon)
                late.kept.append(input.keptOnly)
            } else {
                late.evaluated.append(input)
            }
        }
        return late
    }

    /// Restores the checkpoint before the first late or withdrawn input and evaluates everything since again.
    ///
    /// Where the checkpoints are those of an older version of the engine, it starts from the beginning, or from the
    /// oldest stored fixes.
    mutating func goBack(
        for late: LateInputs,
        then fresh: [DeviceInput],
        _ context: EvaluationContext,
        _ history: some DeviceHistory,
        _ outcome: inout Outcome
    ) throws {
        outcome.lateCount = late.evaluated.count
        // The horizon has no newest fix until a second one confirms the first.
        if let first = late.evaluated.first, let newest = timeline.newestSane ?? timeline.evaluator.lastUsable?.time {
            outcome.lateSeconds = max(0, first.time.seconds(to: newest))
        }
        var saved: Checkpoint?
        let first = (late.evaluated.prefix(1).map(\.time) + late.withdrawn.map(\.time)).min()
        if !isOutdated, let first {
            saved = try history.checkpoint(atOrBefore: Timestamp(milliseconds: first.milliseconds - 1))
        }
        let beginning = isOutdated ? try Self.rebuildStart(history) : .beginningOfTime
        let start = saved.map { Timestamp(milliseconds: $0.at.milliseconds + 1) } ?? beginning
        let stored = try unsaved.inputs(with: history.chunks(from: start, to: nil).unpacked())
        let inputs = stored.filter { $0.evaluated == $0 && $0.time >= start && !$0.isOne(of: late.withdrawn) }
        outcome.journal.discardAllButRejections()
        try checkHistory(from: start, history)
        let options = context.timeline.selection
        let cache = timeline.cache
        if let saved {
            timeline = try DeviceTimeline(
                saved.state,
                format: DeviceTimeline.format,
                device: timeline.device,
                options: options
            )
        } else {
            timeline = DeviceTimeline(device: timeline.device, options: options)
            if start > .beginningOfTime {
                // Later late input is evaluated from here, and no further back.
                outcome.journal.saveCheckpoint(at: Timestamp(milliseconds: start.milliseconds - 1), timeline.encoded())
            }
        }
        timeline.cache.adoptEnvironment(of: cache)
        let carried = carriedStays(since: saved?.at, context.policy.visits)
        for stay in carried { outcome.stays[stay.id] = (stay, saved?.at ?? stay.proof.lastAt) }
        timeline.advance(through: (inputs + late.evaluated + fresh).sorted(), context.timeline, into: &outcome.journal)
        outcome.stays.merge(outcome.journal.stays) { _, new in new }
        outcome.replacesFrom = start
        outcome.forgetsCheckpoints = isOutdated
        // Stays that the checkpoint had open or just closed were recorded before it, and keep their ids from then.
        let firstTouch = carried.reduce(start) { min($0, $1.proof.lastAt) }
        let names = Set(carried.map(\.id.text))
        let recorded = try history.stays(touchedFrom: firstTouch)
            .filter { $0.touchedAt >= start || names.contains($0.id) }
        try keepNames(of: recorded, &outcome)
    }

    /// The stays of a restored checkpoint that are open, or that a later entry may continue.
    ///
    /// Until the next fix, a builder keeps those that ended long before too. Half a day allows for an entry that is
    /// confirmed late.
    private func carriedStays(since time: Timestamp?, _ policy: EvaluationPolicy.Visits) -> [Stay] {
        let earliest = time?.advanced(bySeconds: -policy.takeoverGapSeconds - 43_200)
        return timeline.builder.open
            + timeline.builder.recent.map(\.stay).filter { stay in
                guard let earliest, let exitedAt = stay.exitedAt else { return true }
                return exitedAt >= earliest
            }
    }

    /// Keeps the ids of recorded stays, however late input changed their times.
    private mutating func keepNames(of recorded: [StoredStay], _ outcome: inout Outcome) throws {
        var vanished: [StoredStay] = []
        var renames: [(current: StayID, old: StayID)] = []
        for stay in recorded {
            guard let id = StayID(text: stay.id) else { continue }
            outcome.knownVisits[id] = stay.visit
            if outcome.stays[id] == nil { vanished.append(stay) }
        }
        for id in outcome.stays.keys.sorted(by: { $0.rawValue < $1.rawValue }) where outcome.knownVisits[id] == nil {
            guard let stay = outcome.stays[id]?.stay,
                let index = vanished.firstIndex(where: { stay.isSameStay(as: $0, timeline.cache.catalog) }),
                let old = StayID(text: vanished[index].id)
            else { continue }
            vanished.remove(at: index)
            renames.append((id, old))
            timeline.builder.rename(id, to: old)
            outcome.journal.rename(id, to: old)
            if var renamed = outcome.stays.removeValue(forKey: id) {
                renamed.stay.id = old
                outcome.stays[old] = renamed
            }
        }
        outcome.removedStays = vanished.compactMap { StayID(text: $0.id) }
        guard !renames.isEmpty else { return }
        try outcome.journal.rewriteCheckpoints { state in
            var saved = try DeviceTimeline(
                state,
                format: DeviceTimeline.format,
                device: timeline.device,
                options: SelectionOptions(ignoresLimit: timeline.registry.limit == .max)
            )
            for rename in renames { saved.builder.rename(rename.current, to: rename.old) }
            return saved.encoded()
        }
    }
}

extension DeviceInput {
    /// The input without the flag that it came too late.
    var evaluated: DeviceInput {
        guard fix?.flags.contains(.keptOnly) == true else { return self }
        return withFix { $0.flags.remove(.keptOnly) }
    }

    /// The input by which a repeat is recognized.
    ///
    /// It lacks the flags that depend on when a fix was received, and the values that no decision depends on: a phone at
    /// rest sends its last fix once more with every heartbeat, with the battery level of that moment.
    var repeatKey: DeviceInput {
        withFix { fix in
            fix.flags.subtract([.keptOnly, .clockBehind])
            if !hasTransitionReport { (fix.course, fix.altitude, fix.battery) = (nil, nil, nil) }
        }
    }

    /// The input with the flag that it came too late.
    var keptOnly: DeviceInput { withFix { $0.flags.insert(.keptOnly) } }
}

extension Stay {
    /// Whether a recorded stay is this one: the same facility and an overlapping time.
    fileprivate func isSameStay(as recorded: StoredStay, _ catalog: FenceCatalog) -> Bool {
        guard catalog[key]?.facility == recorded.facility else { return false }
        let (end, recordedEnd) = (exitedAt ?? proof.lastAt, recorded.exitedAt ?? recorded.lastProofAt)
        return enteredAt <= recordedEnd && recorded.enteredAt <= end
    }
}

extension StayID {
    /// The id as it is stored.
    package var text: String { StableDigest.text(of: rawValue) }

    package init?(text: String) {
        guard let value = StableDigest.value(of: text) else { return nil }
        self.init(rawValue: value)
    }
}
