internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// Starts tracking in the background (`Radar.startTracking`), over restarts of the app and the phone until
    /// `stopTracking()`.
    ///
    /// Options of the server come before these. What of them may not be meant, or is out of date, is returned and told as
    /// `RadarNews.warning`; they count all the same. Without the permission nothing starts, and the app is told
    /// `errorPermissions`.
    ///
    /// - Parameter trackingOptions: for the phone's platform; `nil` takes those of the last start, else the efficient preset,
    ///   which leaves it to the server.
    /// - Returns: the warnings.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    @discardableResult
    public func startTracking(
        trackingOptions: RadarTrackingOptions? = nil
    ) throws(TrackingEngineError) -> [ConfigurationWarning] {
        let options =
            trackingOptions ?? state.withLock(\.tracking.sources.local) ?? .presetEfficient(on: phone.platform)
        checkAvailability()
        try step { (tracking, now) throws(TrackingEngineError) in try tracking.start(options, at: now) }
        let modes = phone.manifest.backgroundModes
        let warnings = options.warnings(
            hasLocationBackgroundMode: phone.platform == .ios ? modes.contains("location") : nil
        )
        for warning in warnings { take(.tell(.warning(warning))) }
        return warnings
    }

    /// Stops tracking (`Radar.stopTracking`); a `startTrackingAfter` and a `stopTrackingAfter` are forgotten with it.
    public func stopTracking() { step { $0.stop(at: $1) } }

    /// Whether tracking is on (`Radar.isTracking`).
    public var isTracking: Bool { state.withLock(\.tracking.isTracking) }

    /// The options in force: the server's, else the app's, else the efficient preset.
    public var trackingOptions: RadarTrackingOptions { state.withLock(\.tracking.options) }

    /// The options in force (`Radar.getTrackingOptions`, the SDK's own name of `trackingOptions`).
    ///
    /// - Returns: the options.
    public func getTrackingOptions() -> RadarTrackingOptions { trackingOptions }

    /// Whether the options in force come from the server (`Radar.isUsingRemoteTrackingOptions`).
    ///
    /// - Returns: true where they do.
    public func isUsingRemoteTrackingOptions() -> Bool { state.withLock(\.tracking.usesRemoteOptions) }

    /// Whether the device is stopped, by the last update.
    public var isStopped: Bool { state.withLock(\.tracking.motion.isStopped) }

    /// How many updates that failed wait for the next one.
    public var waitingUpdates: Int { state.withLock(\.tracking.replay.waiting.count) }

    /// Sets what Android's notification says while a foreground service runs (`Radar.setForegroundServiceOptions`).
    ///
    /// Takes the place of `RadarTrackingOptions.foregroundService`, which is deprecated. Nothing on iOS.
    ///
    /// - Parameter options: the notification; one that shows already stays as it is.
    /// - Returns: warnings, told as `RadarNews.warning` too: that `icon` is deprecated.
    @discardableResult
    public func setForegroundServiceOptions(_ options: RadarForegroundServiceOptions) -> [ConfigurationWarning] {
        step { (tracking, _) in
            tracking.setForegroundServiceOptions(options)
            return [.store]
        }
        for warning in options.warnings { take(.tell(.warning(warning))) }
        return options.warnings
    }

    /// What Android's notification says at this moment; `nil` where no foreground service of Radar's runs.
    public var foregroundNotification: RadarForegroundServiceOptions? { state.withLock(\.notification) }
}
