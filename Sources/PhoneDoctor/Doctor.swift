package import VisitModel

/// Diagnoses a phone's history.
///
/// It uses what an operator can know: the events that the app emitted and, where the phone kept a log, what its OS
/// did. It never uses the simulated phone's true location.
package enum Doctor {
    /// The rules, in the order in which their findings are listed.
    static let rules: [any DoctorRule] = [
        NoEventsRule(), LastContactRule(), LimitRule(), AppKilledRule(), BackgroundRule(), BackgroundModeRule(),
        RebootRule(), UpdateRule(), LocationOffRule(),
        NearestSetRule(), HoursRule(), FalseExitRule(), FlappingRule(), RepeatedEventRule(), ExitWithoutEntryRule(),
        DwellRule(), LateExitRule(), LateEventsRule(), PolygonRule(),
    ]

    /// The findings for a history that have evidence, problems before notes; empty where the phone is healthy.
    package static func findings(in history: CaseHistory) -> [Finding] {
        let reading = CaseReading(history)
        let all = rules.flatMap { $0.findings(in: reading) }.filter { !$0.evidence.isEmpty }
        return all.filter { $0.weight == .problem } + all.filter { $0.weight == .note }
    }
}

/// A rule of the doctor, for one or a few related symptoms.
protocol DoctorRule: Sendable {
    /// The findings of the rule; those without evidence are dropped.
    func findings(in reading: CaseReading) -> [Finding]
}

/// A symptom that a history shows, with the evidence, the likely cause and advice.
package struct Finding: Hashable, Sendable {
    package let symptom: Symptom
    package let weight: Weight
    /// The symptom in a sentence.
    package let title: String
    package let cause: String
    package let advice: String
    /// What shows the symptom, ordered by time.
    package let evidence: [Evidence]

    package enum Weight: String, Hashable, Sendable, CaseIterable {
        /// Visits are or may be wrong.
        case problem
        /// The problem occurred and was recovered from; no action is needed.
        case note
    }

    /// Sorts the evidence by time.
    package init(
        _ symptom: Symptom,
        _ weight: Weight = .problem,
        title: String,
        cause: String,
        advice: String,
        evidence: [Evidence]
    ) {
        self.symptom = symptom
        self.weight = weight
        self.title = title
        self.cause = cause
        self.advice = advice
        self.evidence = evidence.sorted { $0.time < $1.time }
    }
}

/// An observation with its time.
package struct Evidence: Hashable, Sendable {
    package let time: Timestamp
    package let text: String

    init(_ time: Timestamp, _ text: String) {
        self.time = time
        self.text = text
    }
}
