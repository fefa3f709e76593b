public import VisitModel

/// A line of the log that the phone's side keeps for developers.
public struct LogLine: Hashable, Sendable {
    /// How much a line matters; the numbers are those that are stored.
    ///
    /// Transistor types, LogLevel.
    public enum Level: Int, Hashable, Sendable, CaseIterable {
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
    }

    /// When it was noted.
    public let at: Timestamp
    /// How much it matters.
    public let level: Level
    /// What happened.
    public let message: String

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - at: when it was noted.
    ///   - level: how much it matters.
    ///   - message: what happened.
    public init(at: Timestamp, level: Level, message: String) {
        self.at = at
        self.level = level
        self.message = message
    }
}
