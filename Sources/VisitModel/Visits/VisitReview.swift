/// What a person said about a visit, which no later evaluation overrides.
public struct VisitReview: Hashable, Sendable {
    /// What was decided; `nil` where there is only a note.
    public let decision: Decision?
    /// Why, in the person's words; may be empty.
    public let note: String
    /// Who: a token's id, or `command line`.
    public let reviewer: String
    /// When.
    public let at: Timestamp

    /// Makes a review.
    ///
    /// - Parameters:
    ///   - decision: what was decided; `nil` for a note alone.
    ///   - note: why, in the person's words.
    ///   - reviewer: who.
    ///   - at: when.
    public init(decision: Decision?, note: String, reviewer: String, at: Timestamp) {
        self.decision = decision
        self.note = note
        self.reviewer = reviewer
        self.at = at
    }

    /// What a person decided.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// It was a visit, whatever the fixes say.
        case confirmed
        /// It was none.
        case declined
    }
}
