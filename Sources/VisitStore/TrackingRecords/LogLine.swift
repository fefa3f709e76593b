public import VisitModel

/// A line of the developer log on the phone.
public struct LogLine: Hashable, Sendable {
    /// The severity of a line; the raw values are stored.
    ///
    /// Source: Transistor types, LogLevel.
    public enum Level: Int, Hashable, Sendable, CaseIterable {
        /// A failure.
        case error = 1
        /// A potential problem.
        case warning = 2
        /// A completed action.
        case info = 3
        /// Details for a developer.
        case debug = 4
        /// Everything.
        case verbose = 5
    }

    /// When the line was logged.
    public let at: Timestamp
    /// The severity.
    public let level: Level
    /// The message.
    public let message: String

    /// Creates a line.
    public init(at: Timestamp, level: Level, message: String) {
        self.at = at
        self.level = level
        self.message = message
    }
}
