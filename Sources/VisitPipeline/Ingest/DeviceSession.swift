internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// A device's timeline together with its place in the store.
struct DeviceSession: Sendable {
    /// The device's number in the store.
    let key: DeviceKey
    /// Everything known of the device.
    var timeline: DeviceTimeline
    /// The inputs of the newest hour that has any, so that appending to it reads nothing.
    var hour: (bucket: Timestamp, inputs: [DeviceInput])?
    /// The newest hour that the store may hold anything of.
    var newestBucket: Timestamp?
    /// Whether the member has no other phone.
    var isOnlyDevice = false
    /// Every stay that no longer goes on ended by this time.
    var settledUntil: Timestamp?
    /// Whether inputs that nothing comes of are put down as they come, and the state follows later.
    let putsDown: Bool
    /// What was put down and is not in the stored state and hours.
    var unsaved = Unsaved()
    /// How often the stored state was written; 0 where none is stored.
    var revision: Int64 = 0
    /// When the stored state says that time alone may change something; `nil` where no state is stored.
    var storedDue: StoredDue?
    /// Whether what is stored was made by an older version of the engine, and is to be made anew with the next input.
    var isOutdated = false
    /// What is known of the device's clock.
    var clock = DeviceClock()

    /// Opens a device: goes on from its stored state, or begins anew.
    ///
    /// A state of an older version of the engine can't be read; the device's stored inputs lead to it once more.
    ///
    /// - Parameters:
    ///   - key: the device's number in the store.
    ///   - device: the device.
    ///   - memberFences: the only fences that its member may visit; `nil` means all.
    ///   - context: the world outside the device.
    ///   - store: where its state and inputs are.
    ///   - intake: what was put down of it and is not in its state; `nil` looks through the whole intake for it.
    ///   - putsDown: whether inputs that nothing comes of are put down as they come.
    /// - Throws: `VisitPipelineError` when the state is damaged, `VisitStoreError` when it can't be read.
    init(
        key: DeviceKey,
        device: Device,
        memberFences: [FenceKey]?,
        context: TimelineContext,
        store: VisitStore,
        intake: [StoredIntake]? = nil,
        putsDown: Bool = false
    ) throws {
        self.key = key
        self.putsDown = putsDown
        self.timeline = DeviceTimeline(device: device, options: context.selection)
        if let stored = try store.deviceState(key) {
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
        timeline.surroundings.adopt(memberFences: memberFences)
        let waiting = try takeUp(intake ?? store.intake(key))
        if let last = timeline.lastInput, waiting.contains(where: { $0 <= last }) {
            // Somebody else has stored later ones meanwhile.
            timeline = DeviceTimeline(device: device, options: context.selection)
            timeline.surroundings.adopt(memberFences: memberFences)
            isOutdated = true
        }
        if isOutdated {
            var journal = TimelineJournal()
            let start = try Self.rebuildStart(of: key, store)
            let stored = try Self.evaluatedInputs(store.fixChunks(key, from: start))
            timeline.advance(
                through: Set(stored + waiting).filter { $0.time >= start }.sorted(),
                context,
                into: &journal
            )
        } else {
            timeline.advance(through: waiting, context, into: &unsaved.journal)
            unsaved.journal.forgetRejections()
        }
        self.settledUntil = timeline.lastInput?.time
        self.newestBucket = timeline.lastInput.map { FixChunk.bucket(of: $0.time) }
    }

    /// What came out of a device's share of a batch.
    struct Outcome {
        /// What happened.
        var journal = TimelineJournal()
        /// From where on the stored journal is replaced; `nil` when the journal only grew.
        var replacesFrom: Timestamp?
        /// Whether every saved state is one that can't be read any more.
        var forgetsCheckpoints = false
        /// The stays as they are now, by name.
        var stays: [StayID: (stay: Stay, touchedAt: Timestamp)] = [:]
        /// The visits that stays were part of when they were last told of.
        var knownVisits: [StayID: VisitID] = [:]
        /// Stays that were told of and are no more.
        var removedStays: [StayID] = []
        /// The hours of inputs that changed.
        var chunks: [FixChunk] = []
        /// How many inputs were new.
        var addedCount = 0
        /// How many inputs came late and were evaluated.
        var lateCount = 0
        /// Whether there is a state to store.
        var hasChanges = false
        /// What is put down instead, where nothing came of the inputs.
        var putDown: FixChunk?
        /// The number of the last entry of the intake that the state and the hours hold.
        var intakeThrough: Int64?
    }

    /// Takes a device's share of a batch.
    ///
    /// - Parameters:
    ///   - inputs: in order, already judged by themselves.
    ///   - writer: the world outside the device, and the way to earlier inputs and states.
    ///   - savesAll: whether what was put down is to be stored with the state in any case.
    /// - Returns: what came of it.
    /// - Throws: `VisitPipelineError`, `VisitStoreError`.
    mutating func apply(
        _ inputs: [DeviceInput],
        _ writer: OutcomeWriter,
        savesAll: Bool = false
    ) throws -> Outcome {
        let (context, lane) = (writer.context, writer.lane)
        var outcome = Outcome()
        outcome.journal = unsaved.journal
        let before = putsDown ? timeline.builder.open : []
        var parted = part(inputs, &outcome)
        if isOutdated, let reach = try reach(lane.settledStore()) {
            // What no longer is known to have been taken may have been, before its fixes were deleted.
            let count = parted.fresh.prefix { $0.time < reach }.count
            parted.late += parted.fresh.prefix(count)
            parted.fresh.removeFirst(count)
        }
        let late = try sortOutLate(parted.late, context, lane, &outcome)
        if late.evaluated.isEmpty, !isOutdated {
            timeline.advance(through: parted.fresh, context, into: &outcome.journal)
            if !savesAll, late.kept.isEmpty, !clock.hasChanged,
                canPutDown(parted.fresh, outcome, before: before, writer)
            {
                putDown(parted.fresh, &outcome)
                return outcome
            }
            outcome.stays = outcome.journal.stays
        } else {
            try goBack(for: late.evaluated, then: parted.fresh, context, lane, &outcome)
        }
        let added = late.evaluated + late.kept + parted.fresh
        outcome.hasChanges = isOutdated || !added.isEmpty || !unsaved.isEmpty || clock.hasChanged
        isOutdated = false
        outcome.addedCount = added.count
        outcome.chunks = try chunks(with: added, late.hours, lane)
        outcome.intakeThrough = unsaved.through
        unsaved = Unsaved()
        return outcome
    }

    /// Parts inputs into those after the last one taken and those before it, without repeats among themselves.
    private func part(
        _ inputs: [DeviceInput],
        _ outcome: inout Outcome
    ) -> (late: [DeviceInput], fresh: [DeviceInput]) {
        var (late, fresh): ([DeviceInput], [DeviceInput]) = ([], [])
        fresh.reserveCapacity(inputs.count)
        var before: DeviceInput?
        for input in inputs {
            if input == before || input == timeline.lastInput || (before.map(input.isSaid) ?? false) {
                outcome.journal.count(.exactRepeat)
            } else if let last = timeline.lastInput, input < last || (last.isClaim && input.isSameReading(as: last)) {
                late.append(input)
            } else {
                fresh.append(input)
            }
            before = input
        }
        return (late, fresh)
    }
}
