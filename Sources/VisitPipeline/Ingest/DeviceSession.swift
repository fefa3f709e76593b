internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// A device's timeline together with its place in the store.
struct DeviceSession: Sendable {
    let key: DeviceKey
    var timeline: DeviceTimeline
    /// The inputs of the newest hour that has any, cached so that appending to it reads nothing.
    var hour: (bucket: Timestamp, inputs: [DeviceInput])?
    /// The newest hour that the store may have inputs of.
    var newestBucket: Timestamp?
    /// Whether the member has no other phone.
    var isOnlyDevice = false
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
    var isOutdated = false
    var clock = DeviceClock()

    /// Opens a device with its stored state, or as a new one.
    ///
    /// A state of an older version of the engine can't be read; it is rebuilt from the device's stored inputs.
    /// `memberFences` are the only fences that its member may visit, `nil` for all. `intake` holds its pending fixes,
    /// which its state lacks; `nil` searches the whole pending-fix log. Throws `VisitPipelineError` when the state is
    /// damaged.
    init(
        key: DeviceKey,
        device: Device,
        memberFences: [FenceKey]?,
        context: TimelineContext,
        store: VisitStore,
        intake: [StoredIntake]? = nil,
        appendsPending: Bool = false
    ) throws {
        self.key = key
        self.appendsPending = appendsPending
        self.timeline = DeviceTimeline(device: device, options: context.selection)
        if let stored = try store.deviceStates.state(of: key) {
            revision = stored.revision
            isOutdated = stored.format < DeviceTimeline.format
            storedDue = isOutdated ? nil : StoredDue(stored.dueAt)
            clock = try stored.clock.map(DeviceClock.init) ?? DeviceClock()
            if !isOutdated {
                timeline = try DeviceTimeline(
                    stored.state,
                    format: stored.format,
                    device: device,
                    options: context.selection
                )
            }
        }
        timeline.cache.adopt(memberFences: memberFences)
        let waiting = try restorePending(intake ?? store.intake.entries(of: key))
        if let last = timeline.lastInput, waiting.contains(where: { $0 <= last }) {
            // Another process has stored later inputs in the meantime.
            timeline = DeviceTimeline(device: device, options: context.selection)
            timeline.cache.adopt(memberFences: memberFences)
            isOutdated = true
        }
        if isOutdated {
            var journal = TimelineJournal()
            let start = try Self.rebuildStart(of: key, store)
            let stored = try Self.evaluatedInputs(store.fixes.chunks(of: key, from: start))
            timeline.advance(
                through: Set(stored + waiting).filter { $0.time >= start }.sorted(),
                context,
                into: &journal
            )
        } else {
            timeline.advance(through: waiting, context, into: &unsaved.journal)
            unsaved.journal.forgetRejections()
        }
        self.closedUntil = timeline.lastInput?.time
        self.newestBucket = timeline.lastInput.map { FixChunk.bucket(of: $0.time) }
    }

    struct Outcome {
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
        _ writer: OutcomeWriter,
        savesAll: Bool = false
    ) throws -> Outcome {
        let (context, lane) = (writer.context, writer.lane)
        var outcome = Outcome()
        outcome.journal = unsaved.journal
        let before = appendsPending ? timeline.builder.open : []
        var parted = part(accepted.inputs, &outcome)
        if isOutdated, let reach = try reach(lane.storeAfterCommits()) {
            // An input before `reach` may be a repeat of one that was deleted, so it counts as late.
            let count = parted.fresh.prefix { $0.time < reach }.count
            parted.late += parted.fresh.prefix(count)
            parted.fresh.removeFirst(count)
        }
        var late = try sortOutLate(parted.late, context, lane, &outcome)
        let finding = observeSecondClock(in: accepted, fresh: parted.fresh, repeats: late.repeats)
        if !finding.undecided.isEmpty {
            let undecided = SecondClock(finding.undecided)
            Self.flag(undecided, in: &parted.fresh)
            Self.flag(undecided, in: &late.evaluated)
        }
        if !finding.secondClock.isEmpty {
            try setAside(SecondClock(finding.secondClock), &parted.fresh, &late, context, lane, &outcome)
        }
        if late.evaluated.isEmpty, late.withdrawn.isEmpty, !isOutdated {
            timeline.advance(through: parted.fresh, context, into: &outcome.journal)
            if !savesAll, late.kept.isEmpty, !clock.hasChanged,
                canAppendPending(parted.fresh, outcome, before: before, writer)
            {
                appendPending(parted.fresh, &outcome)
                return outcome
            }
            outcome.stays = outcome.journal.stays
        } else {
            try goBack(for: late, then: parted.fresh, context, lane, &outcome)
        }
        let added = late.evaluated + late.kept + parted.fresh
        outcome.hasChanges =
            isOutdated || !added.isEmpty || !unsaved.isEmpty || !late.withdrawn.isEmpty || clock.hasChanged
        isOutdated = false
        outcome.addedCount = added.count
        outcome.chunks = try chunks(with: added, late.hours, rewritten: late.rewritten, lane)
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
        let lastKey = timeline.lastInput?.repeatKey
        var before: (input: DeviceInput, key: DeviceInput)?
        for input in inputs {
            let key = input.repeatKey
            if key == before?.key || key == lastKey || (before.map { input.isSaid(by: $0.input) } ?? false) {
                outcome.journal.count(.exactRepeat)
            } else if let last = timeline.lastInput,
                input < last || (last.hasTransitionReport && input.isSameFix(as: last))
            {
                late.append(input)
            } else {
                fresh.append(input)
            }
            before = (input, key)
        }
        return (late, fresh)
    }
}

extension DeviceSession {
    /// Whether the session itself has every stay that may overlap those of an outcome.
    ///
    /// Most members have one phone, and its stays follow one another: a closed stay ended before the open one. Then the
    /// store need not be queried.
    func hasAllNeighbours(of outcome: Outcome, _ context: TimelineContext) -> Bool {
        guard isOnlyDevice, outcome.replacesFrom == nil, !context.policy.visits.countsOncePerDay else { return false }
        guard let closedUntil else { return true }
        let starts = outcome.stays.values.map(\.stay.enteredAt) + timeline.builder.open.map(\.enteredAt)
        return starts.allSatisfy { $0 > closedUntil }
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

extension DeviceSession {
    /// The earliest time from which a device's history can be evaluated again; `nil` where no fixes were deleted.
    ///
    /// Starting earlier would replace recorded visits by the result of the remaining fixes, which is less or nothing.
    func reach(_ store: VisitStore) throws -> Timestamp? {
        if isOutdated {
            let start = try Self.rebuildStart(of: key, store)
            return start == FenceVersion.beginningOfTime ? nil : start
        }
        guard let first = try store.fixes.completeFrom(of: key) else { return nil }
        // Evaluation can continue only from a state that covers every deleted fix.
        let before = Timestamp(milliseconds: first.milliseconds - 1)
        guard let checkpoint = try store.deviceStates.checkpoint(of: key, atOrAfter: before) else {
            return timeline.lastInput.map { $0.time.advanced(bySeconds: 0.001) } ?? first
        }
        return Timestamp(milliseconds: checkpoint.at.milliseconds + 1)
    }

    /// The time from which a device's history is rebuilt where its checkpoints can't be read.
    ///
    /// That is the beginning of time where no fixes were deleted. Otherwise it is the end of the deleted range, or of a
    /// stay that reaches beyond it: half of the fixes would produce another stay.
    static func rebuildStart(of key: DeviceKey, _ store: VisitStore) throws -> Timestamp {
        guard var start = try store.fixes.completeFrom(of: key) else { return FenceVersion.beginningOfTime }
        for stay in try store.deviceStates.stays(of: key, touchedFrom: start)
        where stay.enteredAt < start && stay.exitedAt != nil && stay.touchedAt >= start {
            start = Timestamp(milliseconds: stay.touchedAt.milliseconds + 1)
        }
        return start
    }

    /// Checks that no fix was deleted while the device's history was read.
    func checkHistory(from start: Timestamp, _ store: VisitStore) throws {
        guard let first = try store.fixes.completeFrom(of: key), first > start else { return }
        throw VisitPipelineError(
            .unusableInput,
            "fixes of `\(timeline.device.id)` from before \(first) were deleted for their age while late fixes were "
                + "ingested; send the late ones again"
        )
    }
}

/// The estimate of a device's clock, and the part of it that is stored.
///
/// It belongs to the device and not to its timeline: late input restores an earlier state of the timeline, but never an
/// earlier clock.
struct DeviceClock: Sendable {
    var estimate = ClockEstimate()
    /// The errors of the stored estimate, by period.
    private var storedErrors: [ClockEstimate.ClockError] = []
    /// Whether the device seemed to have a second clock when the estimate was stored.
    private var storedSecondClock = false

    init() {}

    /// Throws `DeviceEngineError` with code `damagedState`.
    init(_ stored: StoredClock) throws(DeviceEngineError) {
        estimate = try ClockEstimate(stored: stored.state)
        markEqual()
    }

    /// Whether the errors differ from the stored ones; new evidence for the same errors can wait.
    var hasChanged: Bool {
        storedSecondClock != estimate.alternation.seemsPresent || storedErrors.count != estimate.periods.count
            || zip(storedErrors, estimate.periods).contains { $0 != $1.error }
    }

    private mutating func markEqual() {
        storedErrors = estimate.periods.map(\.error)
        storedSecondClock = estimate.alternation.seemsPresent
    }

    /// Returns the estimate for the next commit, and counts it as stored; `nil` before the first delivery with a
    /// receive time.
    mutating func markStored() -> StoredClock? {
        markEqual()
        guard estimate != ClockEstimate() else { return nil }
        let current = estimate.current
        return StoredClock(
            offsetMilliseconds: current.offsetMilliseconds == 0 ? nil : current.offsetMilliseconds,
            seemsBehind: current.seemsBehind || estimate.alternation.seemsPresent,
            state: estimate.encoded()
        )
    }
}
