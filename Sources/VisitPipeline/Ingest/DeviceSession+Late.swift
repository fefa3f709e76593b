internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

extension DeviceSession {
    /// Late inputs, sorted out.
    struct LateInputs {
        /// Those that are new and within the horizon.
        var evaluated: [DeviceInput] = []
        /// Those that are new and beyond it, marked as such.
        var kept: [DeviceInput] = []
        /// The stored hours that were read on the way.
        var hours: Hours = [:]
    }

    /// Tells late inputs that are new from those sent before.
    func sortOutLate(
        _ inputs: [DeviceInput],
        _ context: TimelineContext,
        _ lane: CommitLane,
        _ outcome: inout Outcome
    ) throws -> LateInputs {
        var late = LateInputs()
        var bucket: Timestamp?
        var stored: Set<DeviceInput> = []
        var horizon = timeline.newestSane?.advanced(bySeconds: -context.policy.visits.horizonSeconds)
        if !inputs.isEmpty, let reach = try reach(lane.settledStore()) { horizon = max(horizon ?? reach, reach) }
        for input in inputs {
            let hour = FixChunk.bucket(of: input.time)
            if hour != bucket {
                let known = try self.inputs(of: hour, lane)
                late.hours[hour] = known
                stored = Set(known.map(\.evaluated))
                // A reading that came with a claim needs not come without one.
                for case .claimed(_, _, let fix) in known { stored.insert(.fix(fix).evaluated) }
                bucket = hour
            }
            if stored.contains(input) {
                outcome.journal.count(.exactRepeat)
            } else if let horizon, input.time < horizon {
                outcome.journal.count(.beyondHorizon)
                late.kept.append(input.keptOnly)
            } else {
                late.evaluated.append(input)
            }
        }
        return late
    }

    /// Goes back to the saved state before the first late input and lives through everything since again.
    ///
    /// Where the saved states are those of an older version of the engine, it goes back to the beginning, or as far as there
    /// are fixes.
    mutating func goBack(
        for late: [DeviceInput],
        then fresh: [DeviceInput],
        _ context: TimelineContext,
        _ lane: CommitLane,
        _ outcome: inout Outcome
    ) throws {
        outcome.lateCount = late.count
        let store = try lane.settledStore()
        var saved: Checkpoint?
        if !isOutdated, let first = late.first {
            saved = try store.checkpoint(key, atOrBefore: Timestamp(milliseconds: first.time.milliseconds - 1))
        }
        let beginning = isOutdated ? try Self.rebuildStart(of: key, store) : FenceVersion.beginningOfTime
        let start = saved.map { Timestamp(milliseconds: $0.at.milliseconds + 1) } ?? beginning
        let stored = try unsaved.inputs(with: Self.unpacked(store.fixChunks(key, from: start)))
        let inputs = stored.filter { $0.evaluated == $0 && $0.time >= start }
        outcome.journal.forgetHappenings()
        try checkHistory(from: start, store)
        let options = context.selection
        let surroundings = timeline.surroundings
        if let saved {
            timeline = try DeviceTimeline(
                saved.state,
                format: DeviceTimeline.format,
                device: timeline.device,
                options: options
            )
        } else {
            timeline = DeviceTimeline(device: timeline.device, options: options)
            if start > FenceVersion.beginningOfTime {
                // What comes late goes back to here, and no further.
                outcome.journal.saveCheckpoint(at: Timestamp(milliseconds: start.milliseconds - 1), timeline.encoded())
            }
        }
        timeline.surroundings.adopt(memberFences: surroundings.memberFences)
        let carried = timeline.builder.open + timeline.builder.recent.map(\.stay)
        for stay in carried { outcome.stays[stay.id] = (stay, saved?.at ?? stay.proof.lastAt) }
        timeline.advance(through: (inputs + late + fresh).sorted(), context, into: &outcome.journal)
        outcome.stays.merge(outcome.journal.stays) { _, new in new }
        outcome.replacesFrom = start
        outcome.forgetsCheckpoints = isOutdated
        // What the saved state had open or had just closed was told of before it, and has its name from then.
        let firstTouch = carried.reduce(start) { min($0, $1.proof.lastAt) }
        let names = Set(carried.map(\.id.text))
        let told = try store.stays(key, touchedFrom: firstTouch)
            .filter { $0.touchedAt >= start || names.contains($0.id) }
        try keepNames(of: told, &outcome)
    }

    /// Lets the stays that were told of keep their names, whatever late input did to their times.
    private mutating func keepNames(of told: [StoredStay], _ outcome: inout Outcome) throws {
        var vanished: [StoredStay] = []
        var renames: [(current: StayID, old: StayID)] = []
        for stay in told {
            guard let id = StayID(text: stay.id) else { continue }
            outcome.knownVisits[id] = stay.visit
            if outcome.stays[id] == nil { vanished.append(stay) }
        }
        for id in outcome.stays.keys.sorted(by: { $0.rawValue < $1.rawValue }) where outcome.knownVisits[id] == nil {
            guard let stay = outcome.stays[id]?.stay,
                let index = vanished.firstIndex(where: { stay.isSameStay(as: $0, timeline.surroundings.catalog) }),
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
    /// The input without the mark that it came too late.
    var evaluated: DeviceInput {
        guard fix?.flags.contains(.keptOnly) == true else { return self }
        return withFix { $0.flags.remove(.keptOnly) }
    }

    /// The input with the mark that it came too late.
    var keptOnly: DeviceInput { withFix { $0.flags.insert(.keptOnly) } }
}

extension Stay {
    /// Whether a stay told of before is this one: the same place, and some of the same time.
    fileprivate func isSameStay(as told: StoredStay, _ catalog: FenceCatalog) -> Bool {
        guard catalog[key]?.facility == told.facility else { return false }
        let (end, toldEnd) = (exitedAt ?? proof.lastAt, told.exitedAt ?? told.lastProofAt)
        return enteredAt <= toldEnd && told.enteredAt <= end
    }
}

extension StayID {
    /// The name as it is stored.
    var text: String { StableDigest.text(of: rawValue) }

    /// Reads a stored name.
    init?(text: String) {
        guard let value = StableDigest.value(of: text) else { return nil }
        self.init(rawValue: value)
    }
}
