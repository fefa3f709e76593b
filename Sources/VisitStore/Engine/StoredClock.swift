/// The stored estimate of a device's clock error.
package struct StoredClock: Hashable, Sendable {
    /// By how much the clock runs ahead, in milliseconds, more than 0; `nil` where no error is known.
    package let offsetMilliseconds: Int64?
    /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
    package let seemsBehind: Bool
    /// The estimator's state, in the engine's own encoding.
    package let state: [UInt8]

    /// Creates a record.
    package init(offsetMilliseconds: Int64?, seemsBehind: Bool, state: [UInt8]) {
        self.offsetMilliseconds = offsetMilliseconds
        self.seemsBehind = seemsBehind
        self.state = state
    }
}
