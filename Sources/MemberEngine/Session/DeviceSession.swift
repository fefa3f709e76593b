package import DeviceEngine
internal import GeofenceEngine
package import VisitModel

/// A device's timeline together with what is known of its records.
package struct DeviceSession: Sendable {
    package let key: DeviceKey
    package internal(set) var timeline: DeviceTimeline
    /// The inputs of the newest hour that has any, cached so that appending to it reads nothing.
    var hour: (bucket: Timestamp, inputs: [DeviceInput])?
    /// The newest hour that may have recorded inputs.
    var newestBucket: Timestamp?
    /// Whether the member has no other phone.
    package var isOnlyDevice = false
    /// The latest end of the closed stays.
    var closedUntil: Timestamp?
    /// Whether inputs without an outcome are appended to the pending-fix log, and the state is stored later.
    let appendsPending: Bool
    /// The pending fixes, which the stored state and hours lack.
    var unsaved = Unsaved()
    /// The number of times that the stored state was written; 0 where none is stored.
    var revision: Int64 = 0
    /// The due time of the stored state; `nil` where no state is stored.
    var storedDue: StoredDue?
    /// Whether the stored state is of an older version of the engine, and is rebuilt with the next input.
    package internal(set) var isOutdated = false
    package var clock = DeviceClock()

    /// Whether there are inputs that the stored state and hours lack.
    package var hasPending: Bool { !unsaved.isEmpty }

    /// Records the log's sequence number of the last pending inputs.
    package mutating func recordPending(through number: Int64) { unsaved.through = number }

    struct Outcome: Sendable {
        var journal = TimelineJournal()
        /// The time from which the stored journal is replaced; `nil` when the journal only grew.
        var replacesFrom: Timestamp?
        /// Whether all stored checkpoints are unreadable and deleted.
        var forgetsCheckpoints = false
        /// The current state of the changed stays.
        var stays: [StayID: (stay: Stay, touchedAt: Timestamp)] = [:]
        /// The visits that stays were part of when they were last recorded.
        var knownVisits: [StayID: VisitID] = [:]
        /// The recorded stays that no longer exist.
        var removedStays: [StayID] = []
        /// The hours of inputs that changed.
        var chunks: [FixChunk] = []
        var addedCount = 0
        /// The number of inputs that came late and were evaluated.
        var lateCount = 0
        /// How much older than the newest fix before them the oldest of these inputs was, in seconds; 0 for none.
        var lateSeconds = 0.0
        /// Whether there is a state to store.
        var hasChanges = false
        /// The inputs for the pending-fix log, where they have no outcome.
        var pendingFixes: FixChunk?
        /// The sequence number of the last pending-fix log entry that the state and the hours cover.
        var intakeThrough: Int64?
    }

    /// Applies a device's validated inputs of a batch; with `savesAll`, pending fixes are stored in any case.
    mutating func apply(
        _ accepted: AcceptedInputs,
        _ context: EvaluationContext,
        _ history: some DeviceHistory,
        savesAll: Bool = false
    ) throws -> Outcome {
        var outcome = Outcome()
        outcome.journal = unsaved.journal
        let before = appendsPending ? timeline.builder.open : []
        var parted = part(accepted.inputs, &outcome)
        if isOutdated, let reach = try reach(history) {
            // An input before `reach` may be a repeat of one that was deleted, so it counts as late.
            let count = parted.fresh.prefix { $0.time < reach }.count
            parted.late += parted.fresh.prefix(count)
            parted.fresh.removeFirst(count)
        }
        var late = try sortOutLate(parted.late, context, history, &outcome)
        let finding = observeSecondClock(in: accepted, fresh: parted.fresh, repeats: late.repeats)
        if !finding.undecided.isEmpty {
            let undecided = SecondClock(finding.undecided)
            Self.flag(undecided, in: &parted.fresh)
            Self.flag(undecided, in: &late.evaluated)
        }
        if !finding.secondClock.isEmpty {
            try setAside(SecondClock(finding.secondClock), &parted.fresh, &late, context, history, &outcome)
        }
        if late.evaluated.isEmpty, late.withdrawn.isEmpty, !isOutdated {
            timeline.advance(through: parted.fresh, context.timeline, into: &outcome.journal)
            if !savesAll, late.kept.isEmpty, !clock.hasChanged,
                canAppendPending(parted.fresh, outcome, before: before, context)
            {
                appendPending(parted.fresh, &outcome)
                return outcome
            }
            outcome.stays = outcome.journal.stays
        } else {
            try goBack(for: late, then: parted.fresh, context, history, &outcome)
        }
        let added =
            late.evaluated.isEmpty && late.kept.isEmpty ? parted.fresh : late.evaluated + late.kept + parted.fresh
        outcome.hasChanges =
            isOutdated || !added.isEmpty || !unsaved.isEmpty || !late.withdrawn.isEmpty || clock.hasChanged
        isOutdated = false
        outcome.addedCount = added.count
        outcome.chunks = try chunks(with: added, late.hours, rewritten: late.rewritten, history)
        outcome.intakeThrough = unsaved.through
        unsaved = Unsaved()
        return outcome
    }

    /// Splits inputs at the last applied one, without repeats among themselves.
    private func part(
        _ inputs: [DeviceInput],
        _ outcome: inout Outcome
    ) -> (late: [DeviceInput], fresh: [DeviceInput]) {
        // Nothing is late and nothing repeats, as in most deliveries.
        if inputs.hasIncreasingTimes(after: timeline.lastInput?.time) { return ([], inputs) }
        var (late, fresh): ([DeviceInput], [DeviceInput]) = ([], [])
        fresh.reserveCapacity(inputs.count)
        let last = timeline.lastInput
        var latest = last?.time
        for index in inputs.indices {
            // A later one neither is late nor repeats: only the others are compared.
            if latest.map({ inputs[index].time > $0 }) ?? true {
                fresh.append(inputs[index])
                latest = inputs[index].time
                continue
            }
            let (input, before) = (inputs[index], index > 0 ? inputs[index - 1] : nil)
            if [before, last].contains(where: { $0?.repeatKey == input.repeatKey })
                || before.map({ input.isSaid(by: $0) }) ?? false
            {
                outcome.journal.count(.exactRepeat)
            } else if let last, input < last || (last.hasTransitionReport && input.isSameFix(as: last)) {
                late.append(input)
            } else {
                fresh.append(input)
            }
        }
        return (late, fresh)
    }
}

extension DeviceSession {
    /// Whether the session itself has every stay that may overlap those of an outcome.
    ///
    /// Most members have one phone, and its stays follow one another: a closed stay ended before the open one. Then the
    /// member's history need not be read.
    func hasAllNeighbours(of outcome: Outcome, _ context: EvaluationContext) -> Bool {
        guard isOnlyDevice, outcome.replacesFrom == nil, !context.policy.visits.countsOncePerDay else { return false }
        guard let closedUntil else { return true }
        let starts = outcome.stays.values.map(\.stay.enteredAt) + timeline.builder.open.map(\.enteredAt)
        return starts.allSatisfy { $0 > closedUntil }
    }

    /// The open stays that are not part of an outcome.
    func neighbours(of outcome: Outcome, _ context: EvaluationContext) -> [DeviceStay] {
        timeline.builder.open.filter { outcome.stays[$0.id] == nil }
            .compactMap { DeviceStay($0, of: timeline.device.id, knownVisit: nil, context.directory) }
    }

    /// Records the latest end of the closed stays.
    ///
    /// It includes a stay that a re-entry may still continue, because after an eviction from the cache no other value
    /// would cover it.
    mutating func recordEndedStays(_ outcome: Outcome) {
        guard outcome.replacesFrom == nil else {
            closedUntil = timeline.lastInput?.time
            return
        }
        guard !outcome.stays.isEmpty else { return }
        let open = Set(timeline.builder.open.map(\.id))
        for (id, entry) in outcome.stays where !open.contains(id) {
            let end = entry.stay.exitedAt ?? entry.stay.proof.lastAt
            closedUntil = max(closedUntil ?? end, end)
        }
    }
}
