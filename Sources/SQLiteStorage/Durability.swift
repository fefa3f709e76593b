/// The failure that a write survives once its method has returned.
public enum Durability: Hashable, Sendable, CaseIterable {
    /// Power loss: each write waits for the disk. For production data.
    case powerLoss
    /// The end of the process in any way, but not that of the machine: a write does not wait for the disk.
    ///
    /// For simulations and tests, which keep nothing afterwards.
    case processEnd
}

extension Durability {
    /// The value for `PRAGMA synchronous`.
    package var level: String {
        switch self {
        case .powerLoss: "FULL"
        case .processEnd: "OFF"
        }
    }
}
