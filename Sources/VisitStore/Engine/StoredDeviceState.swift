public import VisitModel

/// A device's state as of its last commit.
public struct StoredDeviceState: Hashable, Sendable {
    /// The state in the engine's own encoding.
    public let state: [UInt8]
    /// The format version of `state`.
    public let format: Int
    /// The version of the policy that produced the state.
    public let policyVersion: String
    /// The time of the newest applied fix; `nil` before the first.
    public let newestFixAt: Timestamp?
    /// When the state changes by elapsed time alone if no further fix arrives; `nil` where it does not.
    public let dueAt: Timestamp?
    /// The number of times the state was written; detects a write by another process.
    public let revision: Int64
    /// The estimate of the device's clock error; `nil` before the first fix with a receive time.
    public let clock: StoredClock?

    /// Creates a state.
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
