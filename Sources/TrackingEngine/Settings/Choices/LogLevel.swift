internal import TrackingModel
/// The level of the SDK's own log.
///
/// Transistor types, LogLevel.
public enum LogLevel: Int, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Nothing.
    case off = 0
    /// Failures.
    case error = 1
    /// Possible problems.
    case warning = 2
    /// Actions.
    case info = 3
    /// Details for a developer.
    case debug = 4
    /// Everything.
    case verbose = 5

    /// Orders by the amount of logging.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension LogLevel: ConfigNumber {}
