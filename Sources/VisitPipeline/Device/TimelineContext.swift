internal import GeofenceEngine
internal import VisitModel

/// What a device's timeline is advanced under: the world outside the device.
struct TimelineContext: Sendable {
    /// The fences of all times.
    let history: FenceHistory
    /// The thresholds.
    let policy: EvaluationPolicy
    /// The version of the thresholds, as it is stored.
    let policyVersion: String
    /// How many fences are registered, and which first.
    let selection: SelectionOptions

    init(history: FenceHistory, policy: EvaluationPolicy, selection: SelectionOptions) {
        self.history = history
        self.policy = policy
        self.policyVersion = policy.version
        self.selection = selection
    }
}

/// How many fences are registered, and which first.
package struct SelectionOptions: Hashable, Sendable {
    /// Whether every fence is registered, whatever the platform allows: for comparison with other programs.
    package var ignoresLimit: Bool
    /// How many slots are kept for the places the member visited most.
    package var preferVisited: Int
    /// How many slots are left to others, for instance to a movement trigger.
    package var reservedSlots: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - ignoresLimit: whether every fence is registered.
    ///   - preferVisited: slots kept for the places visited most, 0 or more.
    ///   - reservedSlots: slots left to others, 0 or more.
    package init(ignoresLimit: Bool = false, preferVisited: Int = 0, reservedSlots: Int = 0) {
        self.ignoresLimit = ignoresLimit
        self.preferVisited = max(0, preferVisited)
        self.reservedSlots = max(0, reservedSlots)
    }
}
