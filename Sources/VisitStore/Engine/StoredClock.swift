/// What is known of a device's clock, as the store keeps it.
public struct StoredClock: Hashable, Sendable {
    /// By how much it runs ahead, in milliseconds, more than 0; `nil` where it is right, as far as is known.
    public let offsetMilliseconds: Int64?
    /// Whether it seems to be behind: fixes come hours old, always by as much.
    public let seemsBehind: Bool
    /// How that is known, in the engine's own bytes.
    public let state: [UInt8]

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - offsetMilliseconds: by how much it runs ahead.
    ///   - seemsBehind: whether it seems to be behind.
    ///   - state: how that is known, in the engine's own bytes.
    public init(offsetMilliseconds: Int64?, seemsBehind: Bool, state: [UInt8]) {
        self.offsetMilliseconds = offsetMilliseconds
        self.seemsBehind = seemsBehind
        self.state = state
    }
}
