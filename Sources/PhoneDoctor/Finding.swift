package import VisitModel

/// A symptom that a history shows, with the evidence, the likely cause and advice.
package struct Finding: Hashable, Sendable {
    /// The symptom.
    package let symptom: Symptom
    /// How much the finding matters.
    package let weight: Weight
    /// The symptom in a sentence.
    package let title: String
    /// The likely cause.
    package let cause: String
    /// What to do.
    package let advice: String
    /// What shows the symptom, ordered by time.
    package let evidence: [Evidence]

    /// How much a finding matters.
    package enum Weight: String, Hashable, Sendable, CaseIterable {
        /// Visits are or may be wrong.
        case problem
        /// The problem occurred and was recovered from; no action is needed.
        case note
    }

    /// An observation with its time.
    package struct Evidence: Hashable, Sendable {
        /// When it was observed.
        package let time: Timestamp
        /// What was observed.
        package let text: String

        /// Creates a piece of evidence.
        package init(_ time: Timestamp, _ text: String) {
            self.time = time
            self.text = text
        }
    }

    /// Creates a finding; the evidence is sorted by time.
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
