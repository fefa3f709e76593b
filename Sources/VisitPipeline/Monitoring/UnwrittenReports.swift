internal import GeofenceEngine
internal import VisitModel

/// A phone's reports that are worked out and not written yet.
///
/// They are written in one go, later: by the same engine from the same state, so that what is stored then is what was
/// answered now.
struct UnwrittenReports: Sendable {
    /// The phone after them.
    private(set) var timeline: DeviceTimeline
    /// What is known of the phone's clock after them.
    private(set) var clock: ClockEstimate
    /// The reports, validated, in order.
    private(set) var inputs: [DeviceInput] = []
    /// When they became known.
    private(set) var observed: ObservedTimes

    init(after timeline: DeviceTimeline, _ clock: ClockEstimate, at time: Timestamp) {
        self.timeline = timeline
        self.clock = clock
        self.observed = ObservedTimes(time)
    }

    /// Whether a report can be worked out here: it comes after all others.
    func takes(_ input: DeviceInput) -> Bool {
        guard let last = timeline.lastInput else { return true }
        return input > last && !(last.isClaim && input.isSameReading(as: last))
    }

    /// Works out a report.
    ///
    /// - Returns: what it changes.
    mutating func take(
        _ input: DeviceInput,
        _ clock: ClockEstimate,
        observedAt: Timestamp,
        _ context: TimelineContext
    ) -> TimelineJournal {
        self.clock = clock
        inputs.append(input)
        observed.note(observedAt, ofInputAt: input.time)
        var journal = TimelineJournal()
        timeline.advance(input, context, into: &journal)
        return journal
    }

    /// When something has to be decided although nothing comes.
    struct Due: Sendable {
        /// The time; `nil` for never.
        var time: Timestamp?
    }

    /// When something has to be decided although nothing comes; a value of its own, so that no copy of the phone is made.
    func due(_ policy: EvaluationPolicy) -> Due { Due(time: timeline.nextDue(policy)) }

    /// Forgets the reports, which are written now.
    mutating func clear(at time: Timestamp) {
        inputs.removeAll(keepingCapacity: true)
        observed = ObservedTimes(time)
    }
}

extension TimelineJournal.Entry {
    /// Whether it tells of a stay, whose name only the store can give.
    var isAboutStay: Bool {
        switch kind {
        case .entered, .dwelled, .exited: true
        case .registered, .unregistered, .error, .heartbeat: false
        }
    }
}
