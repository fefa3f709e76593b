package import GeofenceEngine
internal import VisitModel

/// The environment under which a device's timeline is advanced.
package struct TimelineContext: Sendable {
    /// The fence catalogues of all times.
    package let history: FenceHistory
    /// The thresholds.
    package let policy: EvaluationPolicy
    /// The version of the thresholds, as it is stored.
    package let policyVersion: String
    /// The number of fences to register, and their priority.
    package let selection: SelectionOptions

    package init(history: FenceHistory, policy: EvaluationPolicy, selection: SelectionOptions) {
        self.history = history
        self.policy = policy
        self.policyVersion = policy.version
        self.selection = selection
    }
}

/// The number of fences to register, and their priority.
package struct SelectionOptions: Hashable, Sendable {
    /// Whether every fence is registered, ignoring the platform's limit: for comparison with other programs.
    package var ignoresLimit: Bool
    /// The number of slots reserved for the fences that the member visited most.
    package var preferVisited: Int
    /// The number of slots left to other code, for instance to a movement trigger.
    package var reservedSlots: Int

    /// Makes options; negative numbers count as 0.
    package init(ignoresLimit: Bool = false, preferVisited: Int = 0, reservedSlots: Int = 0) {
        self.ignoresLimit = ignoresLimit
        self.preferVisited = max(0, preferVisited)
        self.reservedSlots = max(0, reservedSlots)
    }
}
