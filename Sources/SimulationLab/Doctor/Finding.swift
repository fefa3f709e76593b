package import VisitModel

/// A symptom that a history shows, with what it was seen by, what it likely comes from and what to do.
package struct Finding: Hashable, Sendable {
    /// The symptom.
    package let symptom: Symptom
    /// How much it matters.
    package let weight: Weight
    /// The symptom in a sentence.
    package let title: String
    /// What it likely comes from.
    package let cause: String
    /// What to do.
    package let advice: String
    /// What it was seen by, in the order of time.
    package let evidence: [Evidence]

    /// How much a finding matters.
    package enum Weight: String, Hashable, Sendable, CaseIterable {
        /// Visits are or may be wrong.
        case problem
        /// It happened and was made good; nothing has to be done.
        case note
    }

    /// Something seen at a time.
    package struct Evidence: Hashable, Sendable {
        /// When.
        package let time: Timestamp
        /// What.
        package let text: String

        /// Makes a piece of evidence.
        ///
        /// - Parameters:
        ///   - time: when.
        ///   - text: what was seen.
        package init(_ time: Timestamp, _ text: String) {
            self.time = time
            self.text = text
        }
    }

    /// Makes a finding.
    ///
    /// - Parameters:
    ///   - symptom: the symptom.
    ///   - weight: how much it matters.
    ///   - title: the symptom in a sentence.
    ///   - cause: what it likely comes from.
    ///   - advice: what to do.
    ///   - evidence: what it was seen by; put in the order of time.
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
