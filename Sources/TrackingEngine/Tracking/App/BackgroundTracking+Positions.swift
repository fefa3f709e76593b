internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// Requests the current position (`getCurrentPosition`).
    ///
    /// Returns the request's number, which `TrackingEvent.position` or `positionFailed` repeats, and the effects.
    public mutating func getCurrentPosition(
        _ request: PositionRequest = PositionRequest(),
        at time: Timestamp
    ) -> (id: Int, effects: [TrackingEffect]) {
        requesting(.current, request, at: time)
    }

    /// Sets the odometer to `meters` and records the position at which it was set (`setOdometer`, `resetOdometer`).
    ///
    /// Returns the request's number, which `TrackingEvent.position` or `positionFailed` repeats, and the effects.
    public mutating func setOdometer(
        _ meters: Double,
        _ request: PositionRequest = .forOdometer,
        at time: Timestamp
    ) -> (id: Int, effects: [TrackingEffect]) {
        requesting(.odometer(meters), request, at: time)
    }

    /// Delivers positions until `stopWatchPosition` (`watchPosition`); meant for an app in the foreground.
    ///
    /// Returns the stream's number, which `TrackingEvent.watched` or `watchFailed` repeats, and the effects.
    public mutating func watchPosition(
        _ request: WatchRequest = WatchRequest(),
        at time: Timestamp
    ) -> (id: Int, effects: [TrackingEffect]) {
        var effects: [TrackingEffect] = []
        let id = number()
        process.watches.append(PositionWatch(id: id, request: request, last: time))
        warnOfWatching(&effects)
        requestChanges(at: time, &effects)
        return (id, effects)
    }

    /// Warns of streams that run while the app is in the background.
    ///
    /// Transistor, BGGeo.watchPosition: for the foreground only, and on iOS it keeps the app from being suspended.
    mutating func warnOfWatching(_ effects: inout [TrackingEffect]) {
        guard process.facts.app == .background, !process.watches.isEmpty else { return }
        let text =
            "a stream of positions continues in the background and uses power; end it with stopWatchPosition when "
            + "the app leaves the screen"
        emit(.warning(ConfigurationWarning(.surprising, "watchPosition", text)), &effects)
    }

    /// Ends a stream (`stopWatchPosition`); an unknown number has no effect.
    public mutating func stopWatchPosition(_ id: Int, at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        process.watches.removeAll { $0.id == id }
        requestChanges(at: time, &effects)
        return effects
    }

    private mutating func requesting(
        _ purpose: PositionSearch.Purpose,
        _ request: PositionRequest,
        at time: Timestamp
    ) -> (id: Int, effects: [TrackingEffect]) {
        var effects: [TrackingEffect] = []
        let search = PositionSearch(id: number(), purpose, request, at: time)
        let known = state.lastFix.flatMap { $0.time.seconds(to: time) * 1000 <= request.maximumAge ? $0 : nil }
        if let known, request.maximumAge > 0 {
            finish(search, known, at: time, &effects)
        } else if !process.facts.provider.allowsLocations, process.facts.provider.status != .notDetermined {
            fail(search, .denied, at: time, &effects)
        } else {
            process.searches.append(search)
            effects.append(.requestFix)
        }
        requestChanges(at: time, &effects)
        return (search.id, effects)
    }

    private mutating func number() -> Int {
        defer { process.nextRequest += 1 }
        return process.nextRequest
    }

    /// Starts a search for the position of a motion change.
    mutating func search(
        _ purpose: PositionSearch.Purpose,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        // A newer change of the motion state supersedes the search for the previous one.
        process.searches.removeAll { $0.purpose == .motionChange }
        let seconds = Double(config.locationTimeoutDuration.wholeMilliseconds) / 1000
        process.searches.append(
            PositionSearch(id: number(), purpose, .forMotionChange(timeout: seconds), at: time)
        )
        effects.append(.requestFix)
    }
}
