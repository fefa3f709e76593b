public import RadarEngine
public import TrackingModel
internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// Starts background tracking (`Radar.startTracking`), which continues across restarts of the app and the phone
    /// until `stopTracking()`.
    ///
    /// Options of the server take precedence over these. Options that may be a mistake, or are deprecated, are returned
    /// and published as `RadarMessage.warning`, but apply all the same. Without the permission nothing starts, and
    /// `errorPermissions` is published.
    ///
    /// - Parameter trackingOptions: options for the phone's platform; `nil` for those of the last start, otherwise the
    ///   efficient preset, which leaves the decision to the server.
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
        for warning in warnings { submit(.emit(.warning(warning))) }
        return warnings
    }

    /// Stops tracking (`Radar.stopTracking`) and discards `startTrackingAfter` and `stopTrackingAfter`.
    public func stopTracking() { step { $0.stop(at: $1) } }

    /// Whether tracking is on (`Radar.isTracking`).
    public var isTracking: Bool { state.withLock(\.tracking.isTracking) }

    /// The effective options: the server's, otherwise the app's, otherwise the efficient preset.
    public var trackingOptions: RadarTrackingOptions { state.withLock(\.tracking.options) }

    /// Returns the effective options (`Radar.getTrackingOptions`, the SDK's own name of `trackingOptions`).
    ///
    /// - Returns: the options.
    public func getTrackingOptions() -> RadarTrackingOptions { trackingOptions }

    /// Returns whether the effective options come from the server (`Radar.isUsingRemoteTrackingOptions`).
    ///
    /// - Returns: true for remote options.
    public func isUsingRemoteTrackingOptions() -> Bool { state.withLock(\.tracking.usesRemoteOptions) }

    /// Whether the device is stopped, according to the last update.
    public var isStopped: Bool { state.withLock(\.tracking.motion.isStopped) }

    /// The number of failed updates that wait for the next one.
    public var waitingUpdates: Int { state.withLock(\.tracking.replay.waiting.count) }

    /// Sets the text of Android's notification while a foreground service runs (`Radar.setForegroundServiceOptions`).
    ///
    /// Replaces `RadarTrackingOptions.foregroundService`, which is deprecated. Has no effect on iOS.
    ///
    /// - Parameter options: the notification; one that is already shown stays as it is.
    /// - Returns: warnings, also published as `RadarMessage.warning`: that `icon` is deprecated.
    @discardableResult
    public func setForegroundServiceOptions(_ options: RadarForegroundServiceOptions) -> [ConfigurationWarning] {
        step { (tracking, _) in
            tracking.setForegroundServiceOptions(options)
            return [.store]
        }
        for warning in options.warnings { submit(.emit(.warning(warning))) }
        return options.warnings
    }

    /// The current text of Android's notification; `nil` while no foreground service of Radar's runs.
    public var foregroundNotification: RadarForegroundServiceOptions? { state.withLock(\.notification) }
}
