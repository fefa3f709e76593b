internal import VisitModel

extension BackgroundTracking {
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

    /// Completes a search with the fix that it found.
    mutating func finish(
        _ search: PositionSearch,
        _ fix: Fix,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        switch search.purpose {
        case .motionChange:
            foundMotionChange(fix, at: time, &effects)
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

    /// Reports a search that found no fix.
    mutating func fail(
        _ search: PositionSearch,
        _ error: LocationError,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        switch search.purpose {
        case .motionChange:
            emit(.locationFailed(error), &effects)
            stopIfWanted(at: time, &effects)
        case .current, .odometer:
            emit(.positionFailed(id: search.id, error), &effects)
        }
    }
}
