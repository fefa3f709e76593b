public import TrackingModel
public import VisitModel

extension RadarTracking {
    /// How long the app waits for one reading.
    static let fixTimeout = Duration.seconds(20)

    /// Starts tracking (`Radar.startTracking`).
    ///
    /// With a `startTrackingAfter` that is still to come the options are only kept: tracking starts when it is next
    /// brought up to date after that time. That is at an update, the end of an upload, when the app comes to the
    /// screen, or at `refresh(at:)`; no timer is set for it.
    ///
    /// - Parameters:
    ///   - options: the app's options.
    ///   - now: the phone's time.
    /// - Returns: what to do; without the permission, to tell the app so and nothing else, as if it had not been asked.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func start(
        _ options: RadarTrackingOptions,
        at now: Timestamp
    ) throws(TrackingEngineError) -> [RadarEffect] {
        try options.check(for: platform)
        return startChecked(options, at: now)
    }

    /// Starts tracking with options of this platform.
    mutating func startChecked(_ options: RadarTrackingOptions, at now: Timestamp) -> [RadarEffect] {
        guard availability.hasPermission else { return [.tell(.error(.errorPermissions))] }
        sources.local = options
        isTracking = options.startTrackingAfter.map { $0 <= now } ?? true
        let problem = availability.problem.map { [RadarEffect.tell(.error($0))] } ?? []
        return stored(problem + updateTracking(location: nil, at: now))
    }

    /// Stops tracking (`Radar.stopTracking`); the times to start and stop at are forgotten with it.
    ///
    /// - Parameter now: the phone's time.
    /// - Returns: what to do.
    public mutating func stop(at now: Timestamp) -> [RadarEffect] {
        isTracking = false
        sources.local?.startTrackingAfter = nil
        sources.local?.stopTrackingAfter = nil
        return stored(updateTracking(location: nil, at: now))
    }

    /// Brings what the phone is asked for up to date, without an update.
    ///
    /// - Parameter now: the phone's time.
    /// - Returns: what to do.
    public mutating func refresh(at now: Timestamp) -> [RadarEffect] {
        stored(updateTracking(location: nil, at: now))
    }

    /// Asks for one reading and uploads it (`Radar.trackOnce`).
    ///
    /// The reading comes through `receive(_:from:at:)` with the source `foregroundLocation`.
    ///
    /// - Parameters:
    ///   - accuracy: how exact it should be.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func trackOnce(
        _ accuracy: RadarDesiredAccuracy = .medium,
        at now: Timestamp
    ) -> [RadarEffect] {
        guard availability.hasPermission else {
            return [.tell(.error(.errorPermissions)), .tell(.once(.errorPermissions, nil))]
        }
        running.isCallerWaiting = true
        return [.requestFix(accuracy), .armTimer(.fixTimeout, at: now.advanced(by: Self.fixTimeout)), .store]
    }

    /// Sets what Android's notification says while a foreground service runs (`Radar.setForegroundServiceOptions`).
    ///
    /// A notification that shows already stays as it is.
    ///
    /// - Parameter options: the notification.
    public mutating func setForegroundServiceOptions(_ options: RadarForegroundServiceOptions) {
        foregroundServiceOptions = options
    }

    /// Puts the one order to store the state at the end of effects.
    func stored(_ effects: [RadarEffect]) -> [RadarEffect] { effects.filter { $0 != .store } + [.store] }
}
