internal import VisitModel

extension RadarTracking {
    /// How long iOS keeps the app running after the last timed update.
    static let shutDownDelay = Duration.seconds(10)

    /// Refreshes the requests to the phone according to the options, the time and the state; without a location the
    /// bubble stays in place.
    mutating func updateTracking(location: RadarLocation?, at now: Timestamp) -> [RadarEffect] {
        applyTimes(at: now)
        let isOn = isTracking && availability.isUsable
        let options = isOn ? options : nil
        var effects = updateForegroundService(options)
        effects += platform == .ios ? updateTimer(options, at: now) : updateRequest(options)
        effects += Self.regionEffects(
            bubble.update(center: location?.fix.coordinate, isStopped: motion.isStopped, under: options)
        )
        effects += Self.regionEffects(syncedFences.update(under: options))
        if platform == .ios { effects += updateServices(options) }
        return effects
    }

    /// Starts and stops tracking at the times in the app's own options; the server's times are ignored.
    private mutating func applyTimes(at now: Timestamp) {
        if !isTracking, let start = sources.local?.startTrackingAfter, start < now {
            // A start time in the past does not restart tracking after the stop time.
            if let stop = sources.local?.stopTrackingAfter, stop < now { return }
            isTracking = true
        } else if isTracking, let stop = sources.local?.stopTrackingAfter, stop < now {
            isTracking = false
        }
    }

    private mutating func updateForegroundService(_ options: RadarTrackingOptions?) -> [RadarEffect] {
        guard platform == .android else { return [] }
        guard let options, options.runsForegroundService else { return stopForegroundService() }
        let service = options.foregroundService ?? foregroundServiceOptions
        return service.updatesOnly ? [] : startForegroundService(service)
    }

    mutating func startForegroundService(_ service: RadarForegroundServiceOptions) -> [RadarEffect] {
        guard !running.hasForegroundService else { return [] }
        running.hasForegroundService = true
        return [.startForegroundService(service)]
    }

    mutating func stopForegroundService() -> [RadarEffect] {
        guard running.hasForegroundService else { return [] }
        running.hasForegroundService = false
        return [.stopForegroundService]
    }

    /// The updates to request in the current state; `nil` for none.
    private static func wantedUpdates(_ options: RadarTrackingOptions?, isStopped: Bool) -> RadarUpdateRequest? {
        guard let options else { return nil }
        let interval = options.desiredInterval(whenStopped: isStopped)
        guard interval > 0 else { return nil }
        return RadarUpdateRequest(
            interval: interval,
            fastestInterval: options.fastestInterval(whenStopped: isStopped),
            accuracy: options.usedAccuracy
        )
    }

    /// Android: the system delivers the updates.
    private mutating func updateRequest(_ options: RadarTrackingOptions?) -> [RadarEffect] {
        let wanted = Self.wantedUpdates(options, isStopped: motion.isStopped)
        guard wanted != running.updates else { return [] }
        running.updates = wanted
        return [wanted.map { .startUpdates($0) } ?? .stopUpdates]
    }

    /// iOS: a timer requests the updates, and coarse ones keep the app running so that it fires.
    private mutating func updateTimer(_ options: RadarTrackingOptions?, at now: Timestamp) -> [RadarEffect] {
        guard let options, let wanted = Self.wantedUpdates(options, isStopped: motion.isStopped) else {
            return stopTimer(at: now)
        }
        var effects: [RadarEffect] = []
        if running.isShuttingDown {
            running.isShuttingDown = false
            effects.append(.cancelTimer(.shutDown))
        }
        if !running.isAwake || running.showsBlueBar != options.showBlueBar {
            running.isAwake = true
            running.showsBlueBar = options.showBlueBar
            effects.append(.stayAwake(showsBlueBar: options.showBlueBar))
        }
        if running.updates?.interval != wanted.interval {
            effects.append(.armTimer(.update, at: now.advanced(by: wanted.interval.duration)))
        }
        running.updates = wanted
        return effects
    }

    private mutating func stopTimer(at now: Timestamp) -> [RadarEffect] {
        var effects: [RadarEffect] = []
        if running.updates != nil {
            running.updates = nil
            effects.append(.cancelTimer(.update))
        }
        // While an upload is in flight the app has to keep running; the end of the upload calls this again.
        guard running.isAwake, replay.underWay.isEmpty else { return effects }
        if !isTracking {
            effects += (running.isShuttingDown ? [.cancelTimer(.shutDown)] : []) + shutDown()
        } else if !running.isShuttingDown {
            running.isShuttingDown = true
            effects.append(.armTimer(.shutDown, at: now.advanced(by: Self.shutDownDelay)))
        }
        return effects
    }

    mutating func shutDown() -> [RadarEffect] {
        running.isShuttingDown = false
        running.isAwake = false
        return [.shutDown]
    }

    private mutating func updateServices(_ options: RadarTrackingOptions?) -> [RadarEffect] {
        var effects: [RadarEffect] = []
        let visits = options?.useVisits == true
        if visits != running.monitorsVisits {
            running.monitorsVisits = visits
            effects.append(.monitorVisits(visits))
        }
        let changes = options?.useSignificantLocationChanges == true
        if changes != running.monitorsSignificantChanges {
            running.monitorsSignificantChanges = changes
            effects.append(.monitorSignificantChanges(changes))
        }
        return effects
    }

    /// Removals precede additions, so that the number of regions never exceeds the limit.
    static func regionEffects(_ change: RadarRegionChange) -> [RadarEffect] {
        (change.removed.isEmpty ? [] : [.removeRegions(change.removed)])
            + (change.added.isEmpty ? [] : [.addRegions(change.added)])
    }
}
