public import TrackingModel
public import VisitModel

extension RadarTracking {
    /// The timeout of a single requested fix.
    static let fixTimeout = Duration.seconds(20)

    /// Starts tracking (`Radar.startTracking`).
    ///
    /// With a `startTrackingAfter` in the future the options are only stored: tracking starts at the first refresh
    /// after that time. Refreshes happen at an update, at the end of an upload, when the app enters the foreground, and
    /// in `refresh(at:)`; no timer is armed for them.
    ///
    /// - Parameters:
    ///   - options: the app's options.
    ///   - now: the phone's time.
    /// - Returns: the effects to perform; without the permission only an error for the app, and the state is unchanged.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func start(
        _ options: RadarTrackingOptions,
        at now: Timestamp
    ) throws(TrackingEngineError) -> [RadarEffect] {
        try options.check(for: platform)
        return startChecked(options, at: now)
    }

    /// Starts tracking with options that are known to be for this platform.
    mutating func startChecked(_ options: RadarTrackingOptions, at now: Timestamp) -> [RadarEffect] {
        guard availability.hasPermission else { return [.tell(.error(.errorPermissions))] }
        sources.local = options
        isTracking = options.startTrackingAfter.map { $0 <= now } ?? true
        let problem = availability.problem.map { [RadarEffect.tell(.error($0))] } ?? []
        return stored(problem + updateTracking(location: nil, at: now))
    }

    /// Stops tracking (`Radar.stopTracking`), and removes the times to start and stop at.
    public mutating func stop(at now: Timestamp) -> [RadarEffect] {
        isTracking = false
        sources.local?.startTrackingAfter = nil
        sources.local?.stopTrackingAfter = nil
        return stored(updateTracking(location: nil, at: now))
    }

    /// Refreshes the requests to the phone, without an update.
    public mutating func refresh(at now: Timestamp) -> [RadarEffect] {
        stored(updateTracking(location: nil, at: now))
    }

    /// Requests one fix and uploads it (`Radar.trackOnce`).
    ///
    /// The fix arrives through `receive(_:from:at:)` with the source `foregroundLocation`.
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

    /// Sets Android's notification for the foreground service (`Radar.setForegroundServiceOptions`).
    ///
    /// A notification that is already shown does not change.
    public mutating func setForegroundServiceOptions(_ options: RadarForegroundServiceOptions) {
        foregroundServiceOptions = options
    }

    /// Moves a single effect to store the state to the end.
    func stored(_ effects: [RadarEffect]) -> [RadarEffect] { effects.filter { $0 != .store } + [.store] }
}
