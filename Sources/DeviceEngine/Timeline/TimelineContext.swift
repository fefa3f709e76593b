public import GeofenceEngine
internal import VisitModel

/// The environment under which a device's timeline is advanced.
public struct TimelineContext: Sendable {
    /// The fence catalogues of all times.
    public let history: FenceHistory
    /// The thresholds.
    public let policy: EvaluationPolicy
    /// The version of the thresholds, as it is stored.
    public let policyVersion: String
    /// The number of fences to register, and their priority.
    public let selection: SelectionOptions

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - history: the fence catalogues of all times.
    ///   - policy: the thresholds.
    ///   - selection: how many fences are registered, and their priority.
    public init(history: FenceHistory, policy: EvaluationPolicy, selection: SelectionOptions = SelectionOptions()) {
        self.history = history
        self.policy = policy
        self.policyVersion = policy.version
        self.selection = selection
    }
}

/// The number of fences to register, and their priority.
public struct SelectionOptions: Hashable, Sendable {
    /// Whether every fence is registered, ignoring the platform's limit: for comparison with other programs.
    public var ignoresLimit: Bool
    /// The number of slots reserved for the fences that the member visited most.
    public var preferVisited: Int
    /// The number of slots left to other code, for instance to a movement trigger.
    public var reservedSlots: Int

    /// Makes options; negative numbers count as 0.
    public init(ignoresLimit: Bool = false, preferVisited: Int = 0, reservedSlots: Int = 0) {
        self.ignoresLimit = ignoresLimit
        self.preferVisited = max(0, preferVisited)
        self.reservedSlots = max(0, reservedSlots)
    }
}
