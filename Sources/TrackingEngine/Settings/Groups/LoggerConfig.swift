internal import TrackingModel
/// The options for developers.
///
/// Both platforms. Transistor, ActivityConfig.stopDetectionDelay (debug) and BGGeo, "Compound configuration"
/// (logLevel); Transistor types, LoggerConfig.
public struct LoggerConfig: Hashable, Sendable, Codable {
    /// Plays sounds and shows local notifications at events; false by default.
    public var debug = false
    /// The log level; off by default.
    public var logLevel = LogLevel.off
    /// Days after which a log entry is deleted; 3 by default, 1 or more.
    public var logMaxDays = 3

    /// The defaults, the same on both platforms.
    public init() {}
}

extension LoggerConfig {
    static let logMaxDaysLimits = OptionLimits(atLeast: 1)
}
