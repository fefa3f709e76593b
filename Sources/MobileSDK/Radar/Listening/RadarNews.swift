public import TrackingEngine

/// What an app hears from a `RadarClient`.
public enum RadarNews: Hashable, Sendable {
    /// An update that counts, before it is uploaded (`didUpdateClientLocation`).
    case clientLocation(RadarLocation, isStopped: Bool, RadarLocationSource)
    /// An update that the server has taken (`didUpdateLocation`).
    case location(RadarLocation, isStopped: Bool)
    /// What the server says has happened (`didReceiveEvents`).
    case events([RadarServerEvent])
    /// Something does not work (`didFail`).
    case error(RadarStatus)
    /// Options that can be used and may not be meant, or whose time is over.
    case warning(ConfigurationWarning)
    /// A line for the app's log (`didLog`); no line holds a position.
    case log(RadarLogLine)
}

/// A line for an app's log.
public struct RadarLogLine: Hashable, Sendable {
    /// How much it matters.
    public let level: Level
    /// What happened and, where something can be done, what to do.
    public let message: String

    /// How much a line matters (Radar SDKs, RadarLogLevel).
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Something was lost or did not work.
        case error
        /// Something may not be as it is meant.
        case warning
        /// What goes on.
        case info
        /// How it goes on.
        case debug
    }

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - level: how much it matters.
    ///   - message: what happened.
    public init(_ level: Level, _ message: String) {
        self.level = level
        self.message = message
    }
}
