internal import DeviceEngine
internal import GeofenceEngine
internal import MemberEngine
internal import VisitModel

/// A phone's reports that are evaluated and not written yet.
///
/// They are written together later, by the same engine from the same state, so that the stored events are the returned
/// ones.
struct UnwrittenReports: Sendable {
    /// The phone's state after them.
    private(set) var timeline: DeviceTimeline
    private(set) var clock: ClockEstimate
    /// Validated, in order.
    private(set) var inputs: [DeviceInput] = []
    private(set) var observed: ObservedTimes

    init(after timeline: DeviceTimeline, _ clock: ClockEstimate, at time: Timestamp) {
        self.timeline = timeline
        self.clock = clock
        self.observed = ObservedTimes(time)
    }

    /// Whether an input can be evaluated here: it comes after all others.
    func takes(_ input: DeviceInput) -> Bool {
        guard let last = timeline.lastInput else { return true }
        return input > last && !(last.hasTransitionReport && input.isSameFix(as: last))
    }

    mutating func evaluate(
        _ input: DeviceInput,
        _ clock: ClockEstimate,
        observedAt: Timestamp,
        _ context: TimelineContext
    ) -> TimelineJournal {
        self.clock = clock
        inputs.append(input)
        observed.record(observedAt, ofInputAt: input.time)
        var journal = TimelineJournal()
        timeline.advance(input, context, into: &journal)
        return journal
    }

    mutating func clear(at time: Timestamp) {
        inputs.removeAll(keepingCapacity: true)
        observed = ObservedTimes(time)
    }
}

extension TimelineJournal.Entry {
    /// Whether the entry is about a stay; only the store can determine its visit.
    var isAboutStay: Bool {
        switch kind {
        case .entered, .dwelled, .exited: true
        case .registered, .unregistered, .error, .heartbeat: false
        }
    }
}
