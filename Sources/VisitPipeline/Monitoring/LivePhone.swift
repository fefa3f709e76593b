package import DeviceEngine
package import GeofenceEngine
internal import MemberEngine
package import VisitModel
internal import VisitStore

/// One phone that reports in real time: fixes, and changes to its geofences.
///
/// It is processed like a replay, but returns the resulting events. A report is written before it is answered, unless
/// `groupSize` lets some wait. Waiting reports are lost with the process, and are written before an event of a visit is
/// returned.
package struct LivePhone: Sendable {
    package let device: Device
    private let pipeline: VisitPipeline
    private let groupSize: Int
    private var ingest: FixIngest
    /// The reports that are not written yet, with the phone's state after them.
    private(set) var unwritten: UnwrittenReports?
    /// The registered facilities according to the returned events; `nil` before the first report.
    private var emittedRegistered: Set<FacilityID>?
    /// The corrected time of the last change to the phone's geofences.
    private var lastChange: Timestamp?

    /// Restores a stored phone, or creates a new one.
    ///
    /// A new pipeline is needed when facilities or lists have changed. `groupSize` is the most reports that wait to be
    /// written together; 1 writes each before it is answered. More are for simulations, which need not survive a crash.
    package init(_ device: Device, pipeline: VisitPipeline, groupSize: Int = 1) {
        self.device = device
        self.pipeline = pipeline
        self.groupSize = max(1, groupSize)
        self.ingest = pipeline.ingest()
    }

    /// Ingests inputs of the phone, in any order, and returns the new events, in order.
    ///
    /// An event that late input only moved in time is not among them. After an error none of it is in the store.
    package mutating func report(_ inputs: [DeviceInput], observedAt: Timestamp) throws -> [GeofenceEvent] {
        try ingest(inputs, observedAt: observedAt).events
    }

    /// Validates and applies inputs of the phone, in any order.
    ///
    /// Returns the new events, in order, and the accepted inputs, with their corrected times.
    mutating func ingest(
        _ inputs: [DeviceInput],
        observedAt: Timestamp
    ) throws -> (events: [GeofenceEvent], accepted: [DeviceInput]) {
        if emittedRegistered == nil {
            emittedRegistered = Set(try registered())
            lastChange = try pipeline.lastChange(of: device.id)
        }
        var clock = try unwritten?.clock ?? ingest.clock(of: device)
        let received = inputs.map { ReceivedInput(input: $0, receivedAt: observedAt) }
        let screened = pipeline.screening(at: observedAt).screen(received, clock: &clock)
        let inputs = screened.accepted.map { inOrder($0) }
        if groupSize > 1, inputs.count == 1, screened.refused.isEmpty,
            let events = try evaluate(inputs[0], clock, observedAt: observedAt)
        {
            record(events)
            return (events, screened.accepted)
        }
        try flush()
        unwritten = nil
        let emitted = try emittedBefore(inputs)
        let commits = try ingest.ingest(inputs, of: device, observed: ObservedTimes(observedAt), clock: clock).commits
        let events = events(of: commits) { !emitted.contains($0.id) }
        record(events)
        let corrections = emitted.isEmpty ? [] : try correction(observedAt: observedAt)
        return (events + corrections, screened.accepted)
    }

    /// Moves the time of a change to the phone's geofences behind that of the previous change.
    ///
    /// Two changes of one millisecond, or of a clock that was set back, would be ordered by their content: of a loss
    /// and a recovery the first one could win. They are reported immediately, and so arrive in order.
    private mutating func inOrder(_ input: DeviceInput) -> DeviceInput {
        switch input {
        case .fix, .reported, .passed: return input
        case .rebooted, .appUpdated, .changed: break
        }
        let input = lastChange.map { $0 < input.time ? input : input.moved(to: $0.advanced(bySeconds: 0.001)) } ?? input
        lastChange = input.time
        return input
    }

    /// Updates the registered facilities by the returned events.
    private mutating func record(_ events: [GeofenceEvent]) {
        for event in events {
            switch event.kind {
            case .registered(let ids): emittedRegistered?.formUnion(ids)
            case .unregistered(let ids?): emittedRegistered?.subtract(ids)
            case .unregistered(nil): emittedRegistered = []
            case .entered, .dwell, .exited, .heartbeat, .error: break
            }
        }
    }

    /// Computes the events that lead from the reported registrations to the actual ones.
    ///
    /// Late input changes earlier events, and those that were returned can't be retracted. The history in the store is
    /// correct by itself: these events are returned, and not stored.
    private mutating func correction(observedAt: Timestamp) throws -> [GeofenceEvent] {
        let (current, emitted) = (Set(try registered()), emittedRegistered ?? [])
        let (surplus, missing) = (emitted.subtracting(current).sorted(), current.subtracting(emitted).sorted())
        emittedRegistered = current
        var kinds: [GeofenceEvent.Kind] = []
        if !surplus.isEmpty { kinds.append(.unregistered(surplus)) }
        if !missing.isEmpty { kinds.append(.registered(missing)) }
        return kinds.map { kind in
            var digest = StableDigest()
            digest.combine(device.id.text)
            digest.combine("correction " + kind.name)
            digest.combine(observedAt.milliseconds)
            return GeofenceEvent(
                id: EventID(digest: digest.value),
                device: device.id,
                kind: kind,
                occurredAt: ingest.lastInputTime(of: device.id) ?? observedAt,
                observedAt: observedAt,
                location: nil
            )
        }
    }

    /// Writes the waiting reports.
    package mutating func flush() throws { _ = try write() }

    /// Returns the facilities of the registered geofences, by id; at most as many as the platform's limit.
    package mutating func registered() throws -> [FacilityID] {
        if let unwritten { return pipeline.registered(unwritten.timeline) }
        guard try pipeline.store.devices.find(device.id) != nil else { return [] }
        guard let timeline = try ingest.timeline(of: device) else { return try pipeline.registrations(of: device.id) }
        return pipeline.registered(timeline)
    }

    /// Returns those of them that are registered because the member visits them most.
    package mutating func preferred() throws -> [FacilityID] {
        guard let timeline = try unwritten?.timeline ?? currentTimeline() else { return [] }
        let wanted = Set(timeline.preferred(pipeline.context).compactMap(pipeline.directory.facility(of:)))
        return try registered().filter(wanted.contains)
    }

    /// Returns how many facilities the phone may register; `nil` for any number, or before its first report.
    package mutating func slots() throws -> Int? {
        try (unwritten?.timeline ?? currentTimeline())?.slots(pipeline.context.selection)
    }

    /// The key of a facility's fence; `nil` where the facility is unknown.
    package func key(of facility: FacilityID) -> FenceKey? { pipeline.directory.key(of: facility) }

    mutating func registeredKeys() throws -> [FenceKey] {
        try unwritten?.timeline.registry.registered ?? currentTimeline()?.registry.registered ?? []
    }

    /// The facilities that the phone is in, in the order of the entries.
    mutating func presence() throws -> [FacilityID] {
        try unwritten?.timeline.presence(pipeline.directory) ?? currentTimeline()?.presence(pipeline.directory) ?? []
    }

    /// The phone's state after all reports; `nil` before the first.
    mutating func currentTimeline() throws -> DeviceTimeline? {
        if let unwritten { return unwritten.timeline }
        guard try pipeline.store.devices.find(device.id) != nil else { return nil }
        return try ingest.timeline(of: device)
    }

    var policy: EvaluationPolicy { pipeline.policy }

    /// Evaluates a report without writing it; `nil` where it has to be written first.
    private mutating func evaluate(
        _ input: DeviceInput,
        _ clock: ClockEstimate,
        observedAt: Timestamp
    ) throws -> [GeofenceEvent]? {
        if unwritten == nil {
            unwritten = try ingest.timeline(of: device).map { UnwrittenReports(after: $0, clock, at: observedAt) }
        }
        guard unwritten?.takes(input) == true,
            let journal = unwritten?.evaluate(input, clock, observedAt: observedAt, pipeline.context)
        else { return nil }
        guard !journal.entries.contains(where: \.isAboutStay) else {
            // Only the store can determine the visits, so the report is written, with those that wait.
            let wanted = Set(journal.entries.map(\.ordinal))
            return events(of: try write()) { $0.inputAt == input.time && wanted.contains($0.ordinal) }
        }
        let context = pipeline.evaluationContext(ObservedTimes(observedAt))
        let ids = EventIDs(of: device.id)
        let emitted = journal.entries.compactMap { context.event(of: $0, ids) { _ in nil } }
        if (unwritten?.inputs.count ?? 0) >= groupSize { try flush() }
        return emitted.compactMap { GeofenceEvent($0, of: device.id, pipeline.directory) }
    }

    private mutating func write() throws -> [DeviceCommit] {
        guard let waiting = unwritten, !waiting.inputs.isEmpty else { return [] }
        let commits = try ingest.ingest(
            waiting.inputs,
            of: device,
            observed: waiting.observed,
            clock: waiting.clock
        ).commits
        unwritten?.clear(at: waiting.observed.otherwise)
        return commits
    }

    private func events(of commits: [DeviceCommit], where isNew: (JournalEvent) -> Bool) -> [GeofenceEvent] {
        commits.flatMap(\.events).compactMap { entry in
            isNew(entry) ? GeofenceEvent(entry, of: device.id, pipeline.directory) : nil
        }
    }

    /// The stored events that late inputs may produce again.
    private func emittedBefore(_ inputs: [DeviceInput]) throws -> Set<EventID> {
        guard let oldest = inputs.map(\.time).min() else { return [] }
        if let last = ingest.lastInputTime(of: device.id), oldest > last { return [] }
        // The evaluation starts at the checkpoint before the inputs; events before it stay as they are.
        guard let known = try pipeline.store.devices.find(device.id) else { return [] }
        let before = Timestamp(milliseconds: oldest.milliseconds - 1)
        let checkpoint = try pipeline.store.deviceStates.checkpoint(of: known.key, atOrBefore: before)?.at
        return try pipeline.store.events.ids(of: known.key, emittedFrom: checkpoint ?? Timestamp.beginningOfTime)
    }
}

extension GeofenceEvent {
    /// Makes the event of a stored entry; `nil` where a facility is unknown.
    init?(_ entry: JournalEvent, of device: DeviceID, _ directory: FacilityDirectory) {
        let kind: GeofenceEvent.Kind
        switch entry.kind {
        case .registered(let keys): kind = .registered(keys.compactMap(directory.facility(of:)))
        case .unregistered(let keys): kind = .unregistered(keys?.compactMap(directory.facility(of:)))
        case .entered(let facility, let visit): kind = .entered(facility, visit: visit)
        case .dwell(let facility, let visit): kind = .dwell(facility, visit: visit)
        case .exited(let facility, let visit): kind = .exited(facility, visit: visit)
        case .heartbeat: kind = .heartbeat
        case .error(let code, let message): kind = .error(code: code, message: message)
        }
        self.init(
            id: entry.id,
            device: device,
            kind: kind,
            occurredAt: entry.occurredAt,
            observedAt: entry.observedAt,
            location: entry.location
        )
    }
}

extension LivePhone {
    /// Returns the time at which the passage of time alone may change something; `nil` for never.
    ///
    /// At that time, which may be in the past, a stay times out or an uncontradicted entry is recorded; `advance(to:)`
    /// evaluates it.
    package mutating func due() throws -> Timestamp? {
        // Both branches borrow the phone's state, which would be large to copy.
        if unwritten != nil { return unwritten?.timeline.evaluator.nextDue(policy: policy) }
        return try currentTimeline()?.evaluator.nextDue(policy: policy)
    }

    /// Advances the clock without an input of the phone, and returns the new events, in order.
    ///
    /// `time` is the current time, or that of the last input where that is later.
    package mutating func advance(to time: Timestamp) throws -> [GeofenceEvent] {
        try report([.passed(at: time)], observedAt: time)
    }
}
