internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// Requests the current position; `TrackingEvent.position` or `positionFailed` repeats the request's number.
    public mutating func getCurrentPosition(
        _ request: PositionRequest = PositionRequest(),
        at time: Timestamp
    ) -> (id: Int, effects: [TrackingEffect]) {
        requesting(.current, request, at: time)
    }

    /// Sets the odometer and records the position, as `getCurrentPosition` does (`setOdometer`, `resetOdometer`).
    public mutating func setOdometer(
        _ meters: Double,
        _ request: PositionRequest = .forOdometer,
        at time: Timestamp
    ) -> (id: Int, effects: [TrackingEffect]) {
        requesting(.odometer(meters), request, at: time)
    }

    /// Delivers positions until `stopWatchPosition`; `TrackingEvent.watched` or `watchFailed` repeats the number.
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

    mutating func searchForMotionChange(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let seconds = Double(config.locationTimeoutDuration.wholeMilliseconds) / 1000
        let search = PositionSearch(
            id: number(),
            .motionChange(toMoving: isMoving),
            .forMotionChange(timeout: seconds),
            at: time
        )
        process.lacksMotionChange = false
        guard !process.hasReportedDenial else { return fail(search, .denied, at: time, &effects) }
        process.searches.append(search)
        effects.append(.requestFix)
    }

    /// Passes a fix to every search and stream.
    mutating func serveRequests(_ fix: Fix, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        var found: [PositionSearch] = []
        for index in process.searches.indices.reversed() where process.searches[index].process(fix) {
            found.append(process.searches.remove(at: index))
        }
        if !process.searches.isEmpty {
            var sample = location(fix, nil, at: time)
            sample.isSample = true
            emit(.location(sample), &effects)
            effects.append(.requestFix)
        }
        for search in found.reversed() { finish(search, search.best ?? fix, at: time, &effects) }
        for index in process.watches.indices where process.watches[index].wantsPosition(at: time) {
            process.watches[index].last = time
            (process.watches[index].hasDelivered, process.watches[index].hasFailed) = (true, false)
            let watch = process.watches[index]
            var position = location(fix, nil, at: time)
            position.extras = watch.request.extras
            emit(.watched(id: watch.id, position), &effects)
            emit(.location(position), &effects)
            if watch.request.persist, state.isEnabled { effects.append(.store(position, .record, isForced: true)) }
        }
    }

    /// Ends searches past their deadline and reports streams that delivered no position in time.
    mutating func endRequests(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        for search in process.searches where search.deadline <= time {
            process.searches.removeAll { $0.id == search.id }
            if let fix = search.best ?? (search.request.allowStale ? state.lastFix : nil) {
                finish(search, fix, at: time, &effects)
            } else {
                fail(search, .timeout, at: time, &effects)
            }
        }
        for index in process.watches.indices {
            guard let deadline = process.watches[index].deadline, deadline <= time else { continue }
            process.watches[index].hasFailed = true
            emit(.watchFailed(id: process.watches[index].id, .timeout), &effects)
        }
    }

    /// Ends the searches that have found a fix: the next one might come only after hours of suspension.
    mutating func acceptBestFixes(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        for search in process.searches {
            guard let fix = search.best else { continue }
            process.searches.removeAll { $0.id == search.id }
            finish(search, fix, at: time, &effects)
        }
    }

    mutating func finish(_ search: PositionSearch, _ fix: Fix, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        switch search.purpose {
        case .motionChange(let toMoving): foundMotionChange(fix, toMoving: toMoving, at: time, &effects)
        case .current, .odometer:
            if case .odometer(let meters) = search.purpose {
                odometer.set(meters, at: fix)
                effects.append(.save)
            }
            var position = location(fix, nil, at: time)
            position.extras = search.request.extras
            emit(.location(position), &effects)
            if search.request.persist { effects.append(.store(position, .record, isForced: true)) }
            emit(.position(id: search.id, position), &effects)
        }
    }

    mutating func fail(
        _ search: PositionSearch,
        _ error: LocationError,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        switch search.purpose {
        case .motionChange:
            // A denial is reported once, and not for each change (`reportDenial`).
            if error == .denied {
                process.lacksMotionChange = true
            } else {
                emit(.locationFailed(error), &effects)
            }
            stopIfWanted(at: time, &effects)
        case .current, .odometer: emit(.positionFailed(id: search.id, error), &effects)
        }
    }
}
