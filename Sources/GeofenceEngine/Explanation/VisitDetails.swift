package import VisitModel

/// Why a visit was or was not counted: its fence, and the fixes of the member's phones around it.
package struct VisitDetails: Sendable {
    package let visit: Visit
    /// The facility as it is now; its geofence is that of the day of the visit.
    package let facility: Facility
    /// The fence by which the visit was decided.
    package let fence: Fence
    /// The distance beyond the edge, in metres, at which the policy decides an exit.
    package let exitBufferMeters: Double
    /// The facility of the runner-up, with its geofence of the day; `nil` where there is none.
    package let runnerUp: Facility?
    /// The time that is shown: the visit with some time before and after.
    package let span: ClosedRange<Timestamp>
    /// The phones with a stay of the visit, or the one that opened it, in order of ids.
    package let phones: [Phone]
    package let review: VisitReview?
    /// The verdict and its reason, as `Visit.sentence` makes it.
    package let sentence: String

    package init(
        visit: Visit,
        facility: Facility,
        fence: Fence,
        runnerUp: Facility?,
        span: ClosedRange<Timestamp>,
        phones: [Phone],
        surroundings: Visit.Surroundings,
        review: VisitReview?,
        policy: EvaluationPolicy
    ) {
        self.visit = visit
        self.facility = facility
        self.fence = fence
        self.exitBufferMeters = policy.evaluation.exitBufferMeters(breadthMeters: fence.breadthMeters)
        self.runnerUp = runnerUp
        self.span = span
        self.phones = phones
        self.review = review
        self.sentence = visit.sentence(
            dwellSeconds: fence.dwellThreshold.seconds,
            leastConfidence: policy.confidence.countsFrom,
            surroundings: surroundings,
            runnerUp: runnerUp.flatMap { $0.name.isEmpty ? nil : $0.name },
            review: review
        )
    }

    /// A phone during the visit.
    package struct Phone: Sendable {
        package let device: DeviceID
        /// The fixes within the time that is shown, as the fence sees them.
        package let fixes: [FixReading]
        /// The time between fixes inside.
        package let spans: [StayReading.Span]
        /// What the phone and its system reported in that time.
        package let reports: [Report]
        /// Whether there are more fixes than are read.
        package let isCut: Bool

        package init(
            device: DeviceID,
            fixes: [FixReading],
            spans: [StayReading.Span],
            reports: [Report],
            isCut: Bool = false
        ) {
            self.device = device
            self.fixes = fixes
            self.spans = spans
            self.reports = reports
            self.isCut = isCut
        }
    }

    /// A report of a phone or of its system.
    package struct Report: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case heartbeat
            /// The system reported a crossing of the visit's fence.
            case transition
            /// A restart, an update, or a change of a permission or of the registered geofences.
            case change
        }

        package let time: Timestamp
        package let kind: Kind
        package let text: String

        package init(time: Timestamp, kind: Kind, text: String) {
            self.time = time
            self.kind = kind
            self.text = text
        }
    }
}
