internal import TrackingModel

/// What the SDK tells a developer.
///
/// Both platforms. Transistor, ActivityConfig.stopDetectionDelay (debug) and BGGeo, "Compound configuration"
/// (logLevel); Transistor types, LoggerConfig.
public struct LoggerConfig: Hashable, Sendable, Codable {
    /// Plays sounds and shows local notifications at what happens; false by default.
    public var debug = false
    /// How much the log keeps; off by default.
    public var logLevel = LogLevel.off
    /// Days after which an entry of the log is deleted; 3 by default, 1 or more.
    public var logMaxDays = 3

    /// The defaults, the same on both platforms.
    public init() {}
}

extension LoggerConfig {
    static let logMaxDaysLimits = OptionLimits(atLeast: 1)
}
