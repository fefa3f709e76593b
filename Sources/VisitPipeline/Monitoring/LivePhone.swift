internal import GeofenceEngine
package import VisitModel
internal import VisitStore

/// One phone that reports as things happen: fix by fix, with what befell its geofences in between.
///
/// The same way as a replay's; what comes of a report is handed back. A report is written before it is answered, unless
/// `groupSize` lets some of them wait: what waits is lost with the process, and is written before a visit is told of.
package struct LivePhone: Sendable {
    /// The phone.
    package let device: Device
    private let pipeline: VisitPipeline
    private let groupSize: Int
    private var ingest: FixIngest
    /// What was taken and is not written yet, with the phone's state after it.
    private(set) var unwritten: UnwrittenReports?
    /// What is registered, as far as was told; `nil` before anything was asked.
    private var toldRegistered: Set<FacilityID>?
    /// When the last thing befell the phone, as it was taken.
    private var lastChange: Timestamp?

    /// Takes up a phone where it was left, or begins with it.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - pipeline: the facilities, the policy and the store; made anew when facilities or lists have changed.
    ///   - groupSize: how many reports at most may wait to be written together; 1 writes each before it is answered. More
    ///     are for simulations, which are not in danger of losing them.
    package init(_ device: Device, pipeline: VisitPipeline, groupSize: Int = 1) {
        self.device = device
        self.pipeline = pipeline
        self.groupSize = max(1, groupSize)
        self.ingest = pipeline.ingest()
    }

    /// Takes what the phone reports.
    ///
    /// - Parameters:
    ///   - inputs: in any order.
    ///   - observedAt: now.
    /// - Returns: what was not told before, in order; a telling that late input only moved in time is not among it.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`; nothing of it is then in the store.
    package mutating func take(_ inputs: [DeviceInput], observedAt: Timestamp) throws -> [GeofenceEvent] {
        try ingest(inputs, observedAt: observedAt).events
    }

    /// Validates and applies what the phone reports.
    ///
    /// - Parameters:
    ///   - inputs: in any order.
    ///   - observedAt: now.
    /// - Returns: the new events, in order, and the inputs that were accepted, with their corrected times.
    /// - Throws: as `take(_:observedAt:)`.
    mutating func ingest(
        _ inputs: [DeviceInput],
        observedAt: Timestamp
    ) throws -> (events: [GeofenceEvent], accepted: [DeviceInput]) {
        if toldRegistered == nil {
            toldRegistered = Set(try registered())
            lastChange = try pipeline.lastChange(of: device.id)
        }
        var clock = try unwritten?.clock ?? ingest.clock(of: device)
        let screened = ingest.intake.validate(
            inputs.map { ReceivedInput(input: $0, receivedAt: observedAt) },
            at: observedAt,
            clock: &clock
        )
        let inputs = screened.accepted.map { inOrder($0) }
        if groupSize > 1, inputs.count == 1, screened.refused.isEmpty,
            let events = try workOut(inputs[0], clock, observedAt: observedAt)
        {
            note(events)
            return (events, screened.accepted)
        }
        try flush()
        unwritten = nil
        let told = try toldBefore(inputs)
        let commits = try ingest.take(inputs, of: device, observed: ObservedTimes(observedAt), clock: clock).commits
        let events = events(of: commits) { !told.contains($0.id) }
        note(events)
        let corrections = told.isEmpty ? [] : try correction(observedAt: observedAt)
        return (events + corrections, screened.accepted)
    }

    /// Puts what befalls the phone after all that befell it before.
    ///
    /// Two such reports of one millisecond, or of a clock that was set back, would be sorted by what they say: of a loss and
    /// a recovery the one that came first could win. They are told at once, so that they come in order.
    private mutating func inOrder(_ input: DeviceInput) -> DeviceInput {
        switch input {
        case .fix, .claimed, .passed: return input
        case .rebooted, .appUpdated, .changed: break
        }
        let input = lastChange.map { $0 < input.time ? input : input.moved(to: $0.advanced(bySeconds: 0.001)) } ?? input
        lastChange = input.time
        return input
    }

    /// Keeps account of what is registered, as far as was told.
    private mutating func note(_ events: [GeofenceEvent]) {
        for event in events {
            switch event.kind {
            case .registered(let ids): toldRegistered?.formUnion(ids)
            case .unregistered(let ids?): toldRegistered?.subtract(ids)
            case .unregistered(nil): toldRegistered = []
            case .entered, .dwell, .exited, .heartbeat, .error: break
            }
        }
    }

    /// What makes of the registrations that were told those that are: late input changes, in their place, events that were
    /// told already and can't be taken back.
    ///
    /// The history in the store is right by itself: these events are told, and not stored.
    private mutating func correction(observedAt: Timestamp) throws -> [GeofenceEvent] {
        let (current, told) = (Set(try registered()), toldRegistered ?? [])
        let (surplus, missing) = (told.subtracting(current).sorted(), current.subtracting(told).sorted())
        toldRegistered = current
        var kinds: [GeofenceEvent.Kind] = []
        if !surplus.isEmpty { kinds.append(.unregistered(surplus)) }
        if !missing.isEmpty { kinds.append(.registered(missing)) }
        return try kinds.map { kind in
            var digest = StableDigest()
            digest.combine(device.id.text)
            digest.combine("correction " + kind.name)
            digest.combine(observedAt.milliseconds)
            return GeofenceEvent(
                id: try EventID("e" + StableDigest.text(of: digest.value)),
                device: device.id,
                kind: kind,
                occurredAt: ingest.lastInputTime(of: device.id) ?? observedAt,
                observedAt: observedAt,
                location: nil
            )
        }
    }

    /// Writes what waits.
    ///
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package mutating func flush() throws {
        _ = try write()
    }

    /// The facilities that are to be watched, by id.
    ///
    /// - Returns: never more than the platform's limit.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package mutating func registered() throws -> [FacilityID] {
        if let unwritten { return names(registeredBy: unwritten.timeline) }
        guard try pipeline.store.device(device.id) != nil else { return [] }
        guard let timeline = try ingest.timeline(of: device) else { return try pipeline.registrations(of: device.id) }
        return names(registeredBy: timeline)
    }

    /// The fences that are to be watched, by the facilities' numbers.
    mutating func registeredKeys() throws -> [FenceKey] {
        try unwritten?.timeline.registry.registered ?? currentTimeline()?.registry.registered ?? []
    }

    /// The facilities that the phone is in, in the order of the entries.
    mutating func presence() throws -> [FacilityID] {
        try unwritten?.timeline.presence(pipeline.directory) ?? currentTimeline()?.presence(pipeline.directory) ?? []
    }

    /// The phone's state with all that was taken; `nil` where nothing was.
    mutating func currentTimeline() throws -> DeviceTimeline? {
        if let unwritten { return unwritten.timeline }
        guard try pipeline.store.device(device.id) != nil else { return nil }
        return try ingest.timeline(of: device)
    }

    /// The thresholds.
    var policy: EvaluationPolicy { pipeline.policy }

    private func names(registeredBy timeline: DeviceTimeline) -> [FacilityID] {
        timeline.registry.registered.compactMap(pipeline.directory.name(of:)).sorted()
    }

    /// Works a report out without writing it, where that can be.
    ///
    /// - Returns: what was not told before; `nil` where the report has to be written first.
    private mutating func workOut(
        _ input: DeviceInput,
        _ clock: ClockEstimate,
        observedAt: Timestamp
    ) throws -> [GeofenceEvent]? {
        if unwritten == nil {
            unwritten = try ingest.timeline(of: device).map { UnwrittenReports(after: $0, clock, at: observedAt) }
        }
        guard unwritten?.takes(input) == true,
            let journal = unwritten?.take(input, clock, observedAt: observedAt, ingest.intake.context)
        else { return nil }
        guard !journal.entries.contains(where: \.isAboutStay) else {
            // Who is visiting is for the store to say: the report is written, with those that wait.
            let wanted = Set(journal.entries.map(\.ordinal))
            return events(of: try write()) { $0.trigger == input.time && wanted.contains($0.ordinal) }
        }
        let writer = ingest.writer(ObservedTimes(observedAt))
        let told = journal.entries.compactMap { writer.event($0, of: device, nil) }
        if (unwritten?.inputs.count ?? 0) >= groupSize { try flush() }
        return told.compactMap { GeofenceEvent($0, of: device.id, pipeline.directory) }
    }

    private mutating func write() throws -> [DeviceCommit] {
        guard let waiting = unwritten, !waiting.inputs.isEmpty else { return [] }
        let commits = try ingest.take(
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

    /// The events that late inputs may make anew.
    private func toldBefore(_ inputs: [DeviceInput]) throws -> Set<EventID> {
        guard let oldest = inputs.map(\.time).min() else { return [] }
        if let last = ingest.lastInputTime(of: device.id), oldest > last { return [] }
        // What is worked out anew begins behind the checkpoint before it: events that were told of earlier stay as they are.
        guard let known = try pipeline.store.device(device.id) else { return [] }
        let before = Timestamp(milliseconds: oldest.milliseconds - 1)
        let checkpoint = try pipeline.store.checkpoint(known.key, atOrBefore: before)?.at
        return try pipeline.store.eventIDs(of: known.key, toldFrom: checkpoint ?? FenceVersion.beginningOfTime)
    }
}

extension GeofenceEvent {
    /// The event of a stored entry; `nil` where a facility is not known.
    init?(_ entry: JournalEvent, of device: DeviceID, _ directory: FacilityDirectory) {
        let kind: GeofenceEvent.Kind
        switch entry.kind {
        case .registered(let keys): kind = .registered(keys.compactMap(directory.name(of:)))
        case .unregistered(let keys): kind = .unregistered(keys?.compactMap(directory.name(of:)))
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
