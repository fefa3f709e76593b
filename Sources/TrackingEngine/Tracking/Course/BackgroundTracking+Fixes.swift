internal import VisitModel

extension BackgroundTracking {
    /// Processes a fix.
    mutating func process(
        _ fix: Fix,
        _ origin: TrackingSignal.FixOrigin,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        if state.lastFix.map({ fix.time >= $0.time }) ?? true { state.lastFix = fix }
        serveRequests(fix, at: time, &effects)
        if state.isEnabled, state.mode == .location { track(fix, origin, at: time, &effects) }
        if state.isEnabled {
            let step =
                origin == .significantChange
                ? geofences.processSignificantChange(fix, at: time) : geofences.process(fix, at: time)
            follow(step, at: time, &effects)
        }
        // Checked last: the fix belongs to what was on when it arrived.
        checkSchedule(.location, at: time, &effects)
    }

    private mutating func track(
        _ fix: Fix,
        _ origin: TrackingSignal.FixOrigin,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        if wantsSignificantChangesOnly {
            if origin == .significantChange { recordWhileTracking(fix, at: time, &effects) }
            return
        }
        follow(motion.process(fix, rules), at: time, &effects)
        if !isMoving, isAway(fix) { leavePlace(at: time, &effects) }
        // A fix that a search requested is recorded by the search alone.
        guard isMoving, origin == .updates || origin == .significantChange else { return }
        recordWhileTracking(fix, at: time, &effects)
    }

    /// Whether only iOS's significant-change service is to be used.
    var wantsSignificantChangesOnly: Bool { platform == .ios && config.geolocation.useSignificantChangesOnly }

    /// Whether a stationary phone is away from where it stopped, whatever its motion service reports.
    ///
    /// Transistor, native change log for Android, 4.5.0: a missed exit of the stationary region.
    private func isAway(_ fix: Fix) -> Bool {
        guard let center = state.stationaryCenter, let accuracy = fix.horizontalAccuracy else { return false }
        return center.meters(to: fix.coordinate) - accuracy > terms.motion.movedMeters
    }

    /// Filters and records a fix of a moving phone.
    private mutating func recordWhileTracking(
        _ fix: Fix,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        let verdict = process.filter.process(fix, terms.filter)
        switch verdict {
        case .taken: break
        case .adjusted(let adjusted, let reason): emit(.locationFiltered(adjusted, reason), &effects)
        case .refused(let reason): emit(.locationFiltered(fix, reason), &effects)
        }
        guard let clean = verdict.fix else { return }
        let distance = terms.elasticity.meters(atSpeed: clean.speed)
        odometer.count(clean, terms.filter, distanceFilterMeters: distance)
        state.lastRecorded = clean
        let position = location(clean, nil, at: time)
        emit(.location(position), &effects)
        effects.append(.store(position, .record, isForced: false))
        saveNowAndThen(at: time, &effects)
    }

    /// Completes a fix to the location that is recorded.
    mutating func location(_ fix: Fix, _ reason: TrackedLocation.Reason?, at time: Timestamp) -> TrackedLocation {
        var complete = fix
        if complete.activity == nil { complete.activity = process.activity?.kind }
        if complete.battery == nil { complete.battery = process.facts.batteryLevel }
        var position = TrackedLocation(
            uuid: random.uuid(),
            fix: complete,
            recordedAt: time,
            event: reason,
            isMoving: isMoving
        )
        position.odometerMeters = odometer.meters
        position.odometerErrorMeters = odometer.errorMeters
        // Android's service reports transitions, always with full confidence (Transistor, BGGeo.onActivityChange).
        position.activityConfidence = platform == .android ? 100 : process.activity?.confidence ?? 0
        position.isCharging = process.facts.isCharging
        return position
    }

    /// Saves the odometer and the last fixes at most once a minute: each save costs a write to the phone's storage.
    private mutating func saveNowAndThen(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard process.savedAt.map({ $0.seconds(to: time) >= 60 }) ?? true else { return }
        effects.append(.save)
    }
}
