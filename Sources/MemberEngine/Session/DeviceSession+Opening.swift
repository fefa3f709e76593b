package import DeviceEngine
package import GeofenceEngine
package import VisitModel

extension DeviceSession {
    /// Opens a device with its stored state and its pending inputs, or as a new one.
    ///
    /// A state of an older version of the engine can't be read; it is rebuilt from the device's recorded inputs.
    /// `memberFences` are the only fences that its member may visit, `nil` for all; `visitsElsewhere` are the member's
    /// visits with other devices. `pending` are the inputs that its state lacks, in the order of their log. With
    /// `appendsPending`, inputs without an outcome are appended to that log, and the state is stored later. Throws
    /// `DeviceEngineError` with code `damagedState`, and the errors of the history.
    package init(
        key: DeviceKey,
        device: Device,
        memberFences: [FenceKey]?,
        visitsElsewhere: VisitsElsewhere = VisitsElsewhere(),
        _ context: TimelineContext,
        stored: StoredDeviceState?,
        pending: [StoredIntake],
        history: some DeviceHistory,
        appendsPending: Bool = false
    ) throws {
        self.key = key
        self.appendsPending = appendsPending
        self.timeline = DeviceTimeline(device: device, options: context.selection)
        if let stored {
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
        var environment = TimelineCache()
        environment.adopt(memberFences: memberFences)
        environment.adopt(visitsElsewhere: visitsElsewhere)
        timeline.cache.adoptEnvironment(of: environment)
        let waiting = try restorePending(pending)
        if let last = timeline.lastInput, waiting.contains(where: { $0 <= last }) {
            // Another process has stored later inputs in the meantime.
            timeline = DeviceTimeline(device: device, options: context.selection)
            timeline.cache.adoptEnvironment(of: environment)
            isOutdated = true
        }
        if isOutdated {
            var journal = TimelineJournal()
            let start = try Self.rebuildStart(history)
            let recorded = try Self.evaluatedInputs(history.chunks(from: start, to: nil))
            timeline.advance(
                through: Set(recorded + waiting).filter { $0.time >= start }.sorted(),
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

    /// Continues an opened device with other facilities or another list of its member.
    ///
    /// Pending inputs were evaluated with the facilities of their time, and are not evaluated again.
    package mutating func adopt(memberFences: [FenceKey]?) {
        let visits = timeline.cache.visitsElsewhere
        timeline.cache = TimelineCache()
        timeline.cache.adopt(memberFences: memberFences)
        timeline.cache.adopt(visitsElsewhere: visits)
    }

    /// Adopts the member's visits with other devices, for the selections from now on.
    package mutating func adopt(visitsElsewhere: VisitsElsewhere) {
        timeline.cache.adopt(visitsElsewhere: visitsElsewhere)
    }
}
