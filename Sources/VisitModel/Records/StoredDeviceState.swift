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
        dueAt: Timestamp?,
        revision: Int64,
        clock: StoredClock?
    ) {
        self.state = state
        self.format = format
        self.policyVersion = policyVersion
        self.newestFixAt = newestFixAt
        self.dueAt = dueAt
        self.revision = revision
        self.clock = clock
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

/// A device's state as of an earlier time.
package struct Checkpoint: Hashable, Sendable {
    /// The state contains every fix up to and including this time, and none after it.
    package let at: Timestamp
    /// In the engine's own encoding.
    package let state: [UInt8]

    package init(at: Timestamp, state: [UInt8]) {
        self.at = at
        self.state = state
    }
}
