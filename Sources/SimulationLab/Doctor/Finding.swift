public import VisitModel

/// A symptom that a history shows, with what it was seen by, what it likely comes from and what to do.
public struct Finding: Hashable, Sendable {
    /// The symptom.
    public let symptom: Symptom
    /// How much it matters.
    public let weight: Weight
    /// The symptom in a sentence.
    public let title: String
    /// What it likely comes from.
    public let cause: String
    /// What to do.
    public let advice: String
    /// What it was seen by, in the order of time.
    public let evidence: [Evidence]

    /// How much a finding matters.
    public enum Weight: String, Hashable, Sendable, CaseIterable {
        /// Visits are or may be wrong.
        case problem
        /// It happened and was made good; nothing has to be done.
        case note
    }

    /// Something seen at a time.
    public struct Evidence: Hashable, Sendable {
        /// When.
        public let time: Timestamp
        /// What.
        public let text: String

        /// Makes a piece of evidence.
        ///
        /// - Parameters:
        ///   - time: when.
        ///   - text: what was seen.
        public init(_ time: Timestamp, _ text: String) {
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
    public init(
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
