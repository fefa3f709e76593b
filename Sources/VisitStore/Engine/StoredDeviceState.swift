public import VisitModel

/// A device's state as it was last committed.
public struct StoredDeviceState: Hashable, Sendable {
    /// The engine's own bytes.
    public let state: [UInt8]
    /// The format of those bytes.
    public let format: Int
    /// The version of the policy that the state was made with.
    public let policyVersion: String
    /// The time of the newest fix applied; `nil` before the first.
    public let newestFixAt: Timestamp?
    /// When time alone will change something, should nothing more be heard of the device; `nil` where it will not.
    public let dueAt: Timestamp?
    /// How often it was written; tells it from what another process may store meanwhile.
    public let revision: Int64
    /// What is known of the device's clock; `nil` before anything came with a receive time.
    public let clock: StoredClock?

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - state: the engine's own bytes.
    ///   - format: the format of those bytes.
    ///   - policyVersion: the version of the policy that the state was made with.
    ///   - newestFixAt: the time of the newest fix applied.
    ///   - dueAt: when time alone will change something.
    ///   - revision: how often it was written.
    ///   - clock: what is known of the device's clock.
    public init(
        state: [UInt8],
        format: Int,
        policyVersion: String,
        newestFixAt: Timestamp?,
        dueAt: Timestamp? = nil,
        revision: Int64 = 1,
        clock: StoredClock? = nil
    ) {
        self.clock = clock
        self.revision = revision
        self.dueAt = dueAt
        self.state = state
        self.format = format
        self.policyVersion = policyVersion
        self.newestFixAt = newestFixAt
    }
}
