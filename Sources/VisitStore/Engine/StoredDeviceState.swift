package import VisitModel

/// A device's state as of its last commit.
package struct StoredDeviceState: Hashable, Sendable {
    /// In the engine's own encoding.
    package let state: [UInt8]
    package let format: Int
    /// Of the policy that produced the state.
    package let policyVersion: String
    /// The time of the newest applied fix; `nil` before the first.
    package let newestFixAt: Timestamp?
    /// When the state changes by elapsed time alone if no further fix arrives; `nil` where it does not.
    package let dueAt: Timestamp?
    /// The number of times the state was written; detects a write by another process.
    package let revision: Int64
    /// `nil` before the first fix with a receive time.
    package let clock: StoredClock?

    package init(
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

package struct StoredClock: Hashable, Sendable {
    /// By how much the clock runs ahead, in milliseconds, more than 0; `nil` where no error is known.
    package let offsetMilliseconds: Int64?
    /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
    package let seemsBehind: Bool
    /// The estimator's state, in the engine's own encoding.
    package let state: [UInt8]

    package init(offsetMilliseconds: Int64?, seemsBehind: Bool, state: [UInt8]) {
        self.offsetMilliseconds = offsetMilliseconds
        self.seemsBehind = seemsBehind
        self.state = state
    }
}

/// A stored state of a device: the newest, or a checkpoint from which late fixes are processed.
package struct StoredStateBytes: Hashable, Sendable {
    package let device: Device
    /// In the engine's own encoding.
    package let state: [UInt8]
    /// For a checkpoint the format of the device's newest state.
    package let format: Int
    /// `nil` for the newest state.
    package let checkpointAt: Timestamp?
    /// The state of the clock estimator; `nil` for a checkpoint.
    package let clock: [UInt8]?
}
