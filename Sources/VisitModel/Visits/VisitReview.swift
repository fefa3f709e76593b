/// A person's review of a visit, which no later evaluation overrides.
public struct VisitReview: Hashable, Sendable {
    /// The decision; `nil` for a note alone.
    public let decision: Decision?
    /// The reviewer's explanation; may be empty.
    public let note: String
    /// The reviewer: a token's identifier, or `command line`.
    public let reviewer: String
    /// The time of the review.
    public let at: Timestamp

    /// Creates a review.
    ///
    /// - Parameters:
    ///   - decision: the decision; `nil` for a note alone.
    ///   - note: the reviewer's explanation; may be empty.
    ///   - reviewer: a token's identifier, or `command line`.
    ///   - at: the time of the review.
    public init(decision: Decision?, note: String, reviewer: String, at: Timestamp) {
        self.decision = decision
        self.note = note
        self.reviewer = reviewer
        self.at = at
    }

    /// A reviewer's decision.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The visit happened, whatever the fixes show.
        case confirmed
        /// The visit did not happen.
        case declined
    }
}
