public import RadarEngine
public import TrackingModel

/// A message from a `RadarClient` to the app.
public enum RadarMessage: Hashable, Sendable {
    /// An accepted update, before it is uploaded (`didUpdateClientLocation`).
    case clientLocation(RadarLocation, isStopped: Bool, RadarLocationSource)
    /// An update that the server has accepted (`didUpdateLocation`).
    case location(RadarLocation, isStopped: Bool)
    /// Events that the server generated (`didReceiveEvents`).
    case events([RadarServerEvent])
    /// An error (`didFail`).
    case error(RadarStatus)
    /// A warning about valid options that may be a mistake or are deprecated.
    case warning(ConfigurationWarning)
    /// A line for the app's log (`didLog`); no line contains a position.
    case log(RadarLogLine)
}

/// A line for an app's log.
public struct RadarLogLine: Hashable, Sendable {
    /// The severity.
    public let level: Level
    /// What happened and, where possible, what to do.
    public let message: String

    /// The severity of a line (Radar SDKs, RadarLogLevel).
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Something was lost or failed.
        case error
        /// Something may be a mistake.
        case warning
        /// A normal event.
        case info
        /// Details of a normal event.
        case debug
    }

    /// Creates a line.
    public init(_ level: Level, _ message: String) {
        self.level = level
        self.message = message
    }
}
