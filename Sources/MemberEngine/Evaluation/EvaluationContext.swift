package import DeviceEngine
internal import GeofenceEngine
package import VisitModel

/// What the evaluations of all members have in common: the facilities, the policy, and when the inputs became known.
package struct EvaluationContext: Sendable {
    package let timeline: TimelineContext
    package let directory: FacilityDirectory
    package let observed: ObservedTimes
    /// Whether commits, and the counts of their events, have those of geofences that were registered and unregistered:
    /// nine of ten.
    package let hasRegistrations: Bool

    package init(
        _ timeline: TimelineContext,
        _ directory: FacilityDirectory,
        observed: ObservedTimes,
        hasRegistrations: Bool = true
    ) {
        self.timeline = timeline
        self.directory = directory
        self.observed = observed
        self.hasRegistrations = hasRegistrations
    }

    var policy: EvaluationPolicy { timeline.policy }

    /// The due time of a device that sends nothing more.
    ///
    /// A device that sends fixes of several days ago is due at once, but is likely to continue sending: it gets some
    /// time to.
    func later(_ due: Timestamp) -> Timestamp {
        due > observed.otherwise ? due : observed.otherwise.advanced(bySeconds: Self.backlogPatienceSeconds)
    }

    /// The allowed time between two requests of a device with old fixes, in seconds.
    private static let backlogPatienceSeconds = 300.0
}

/// The times at which inputs became known: one time for all, with exceptions.
package struct ObservedTimes: Sendable {
    package let otherwise: Timestamp
    /// The exceptions, by the time at which the inputs happened.
    private var exceptions: [Timestamp: Timestamp] = [:]

    package init(_ time: Timestamp) { otherwise = time }

    package mutating func record(_ time: Timestamp, ofInputAt inputAt: Timestamp) { exceptions[inputAt] = time }

    package func time(ofInputAt inputAt: Timestamp) -> Timestamp {
        exceptions.isEmpty ? otherwise : exceptions[inputAt] ?? otherwise
    }
}
