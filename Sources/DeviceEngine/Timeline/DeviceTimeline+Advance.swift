public import GeofenceEngine
public import VisitModel

extension DeviceTimeline {
    /// Applies inputs in order.
    ///
    /// They are sorted, with all records of one fix together, and come after every input applied before.
    public mutating func advance(
        through inputs: [DeviceInput],
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        // The time and the index of the last one. It is copied only where it is stored: with a checkpoint, and at the end.
        var (lastTime, last): (Timestamp?, Int?) = (lastInput?.time, nil)
        var index = 0
        while index < inputs.count {
            let time = inputs.span[index].time
            if let lastTime, Self.leavesStretch(at: time, after: lastTime) {
                if let last { lastInput = inputs[last] }
                saveCheckpoint(before: time, into: &journal)
            }
            moveTrigger(to: time)
            if inputs.span[index].hasTransitionReport {
                let end = inputs.endOfReading(from: index)
                // The last report and not the plain record after it: it identifies further records of the same fix.
                last = inputs[index..<end].lastIndex(where: \.hasTransitionReport)
                apply(inputs[index..<end], context, into: &journal)
                index = end
            } else {
                last = index
                apply(inputs.span[index], context, into: &journal)
                index += 1
            }
            lastTime = last.map { inputs.span[$0].time }
        }
        if let last { lastInput = inputs[last] }
        cache.releaseSearch()
    }

    /// Applies the next input.
    ///
    /// It comes after every input applied before. It is no other record of a fix that came with an OS transition
    /// report.
    public mutating func advance(_ input: DeviceInput, _ context: TimelineContext, into journal: inout TimelineJournal)
    {
        if let last = lastInput?.time, Self.leavesStretch(at: input.time, after: last) {
            saveCheckpoint(before: input.time, into: &journal)
        }
        lastInput = input
        moveTrigger(to: input.time)
        apply(input, context, into: &journal)
    }

    private mutating func apply(_ input: DeviceInput, _ context: TimelineContext, into journal: inout TimelineJournal) {
        switch input {
        case .fix(let fix): admit(fix, [], context, into: &journal)
        case .reported(let action, let key, let fix):
            admit(fix, [TransitionReport(action, key)], context, into: &journal)
        case .rebooted:
            lose(registry.reboot(), into: &journal)
            beginAgain()
        case .appUpdated:
            lose(registry.appUpdate(), into: &journal)
            beginAgain()
        case .changed(let change, let time): follow(change, at: time, context, into: &journal)
        case .passed(let time): advanceClock(to: time, presumes: true, context, into: &journal)
        }
    }

    /// Applies several records of one fix, at least one of them with an OS transition report, as one fix with all their
    /// fields.
    private mutating func apply(
        _ records: ArraySlice<DeviceInput>,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        guard let first = records.first?.fix else { return }
        let reading = records.reduce(first) { reading, record in record.fix.map(reading.completed) ?? reading }
        let reports = records.compactMap { record in
            if case .reported(let action, let key, _) = record { TransitionReport(action, key) } else { nil }
        }
        admit(reading, reports, context, into: &journal)
    }

    /// Saves a checkpoint of everything before an interval.
    private func saveCheckpoint(before time: Timestamp, into journal: inout TimelineJournal) {
        journal.saveCheckpoint(at: Self.boundary(before: time), encoded())
    }

    /// Observes the fixes that are accepted now that another one has arrived.
    private mutating func admit(
        _ fix: Fix,
        _ reports: [TransitionReport],
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        let waited = hygiene.held != nil
        var believed: (Fix?, Fix?)
        let rejection = hygiene.admit(fix, policy: context.policy.hygiene) { fix in
            if believed.0 == nil { believed.0 = fix } else { believed.1 = fix }
        }
        if let rejection { journal.count(rejection) }
        // The held fix comes first, if it is accepted.
        let firstReports = waited && rejection == nil ? heldReports : reports
        heldReports = hygiene.held == nil ? [] : reports
        if let first = believed.0 { observe(first, firstReports, context, into: &journal) }
        if let second = believed.1 { observe(second, reports, context, into: &journal) }
    }

    /// Restarts the numbering of journal entries where the time of the input is another one.
    private mutating func moveTrigger(to time: Timestamp) {
        guard trigger != time else { return }
        trigger = time
        entriesAtTrigger = 0
    }
}

/// The environment under which a device's timeline is advanced.
public struct TimelineContext: Sendable {
    /// The fence catalogues of all times.
    public let history: FenceHistory
    /// The thresholds.
    public let policy: EvaluationPolicy
    /// The version of the thresholds, as it is stored.
    public let policyVersion: String
    /// The number of fences to register, and their priority.
    public let selection: SelectionOptions

    /// Creates an environment.
    public init(history: FenceHistory, policy: EvaluationPolicy, selection: SelectionOptions = SelectionOptions()) {
        self.history = history
        self.policy = policy
        self.policyVersion = policy.version
        self.selection = selection
    }
}

/// The number of fences to register, and their priority.
public struct SelectionOptions: Hashable, Sendable {
    /// Whether every fence is registered, ignoring the platform's limit: for comparison with other programs.
    public var ignoresLimit: Bool
    /// The number of slots reserved for the fences that the member visited most.
    public var preferVisited: Int
    /// The number of slots left to other code, for instance to a movement trigger.
    public var reservedSlots: Int
    /// The member's visits that no device's state has, by facility: for a recorder of one member, those made before it.
    public var earlierVisits: [FacilityID: Int]

    /// Creates options; negative numbers count as 0.
    public init(
        ignoresLimit: Bool = false,
        preferVisited: Int = 0,
        reservedSlots: Int = 0,
        earlierVisits: [FacilityID: Int] = [:]
    ) {
        self.ignoresLimit = ignoresLimit
        self.preferVisited = max(0, preferVisited)
        self.reservedSlots = max(0, reservedSlots)
        self.earlierVisits = earlierVisits
    }
}
