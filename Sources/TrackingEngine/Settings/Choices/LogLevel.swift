internal import TrackingModel

/// How much the SDK's own log keeps.
///
/// Transistor types, LogLevel.
public enum LogLevel: Int, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Nothing.
    case off = 0
    /// What failed.
    case error = 1
    /// What may go wrong.
    case warning = 2
    /// What was done.
    case info = 3
    /// Details for a developer.
    case debug = 4
    /// Everything.
    case verbose = 5

    /// Orders by how much is kept.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension LogLevel: ConfigNumber {}
