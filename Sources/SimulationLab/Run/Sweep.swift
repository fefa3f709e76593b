public import VisitModel

/// A family of scenarios: the same story, and one thing more at each of many times.
public struct Sweep: Sendable {
    /// The story without it.
    public let scenario: Scenario
    /// What happens, in words.
    public let what: String
    /// One story for each time.
    public let steps: [Step]

    /// One of the family.
    public struct Step: Sendable {
        /// When it happens.
        public let time: Timestamp
        /// The story with it.
        public let scenario: Scenario
    }
}
