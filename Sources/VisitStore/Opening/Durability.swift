/// What a write outlives once its method has returned.
public enum Durability: Hashable, Sendable, CaseIterable {
    /// The loss of the machine's power: each write waits for the disk. For what really happened.
    case powerLoss
    /// The end of the process, however it ends, and not that of the machine: a write waits for nothing. For simulations
    /// and tests, of which nothing is left after that anyway.
    case processEnd
}

extension Durability {
    /// SQLite's word for it, as `PRAGMA synchronous` takes it.
    var level: String {
        switch self {
        case .powerLoss: "FULL"
        case .processEnd: "OFF"
        }
    }
}
