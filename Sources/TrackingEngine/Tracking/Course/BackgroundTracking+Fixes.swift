internal import VisitModel

extension BackgroundTracking {
    mutating func process(
        _ fix: Fix,
        _ origin: TrackingSignal.FixOrigin,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        // Requested to keep the app running alone, from cells: it would replace the position of the stop.
        if origin == .updates, process.desiredState.updates?.keepsAppRunning == true { return }
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
        if !isMoving, hasLeftPlace(fix, origin) { leavePlace(at: time, &effects) }
        // A fix that a search requested is recorded by the search alone, and during stop detection of iOS a stream's by
        // the stream.
        switch origin {
        case .updates where motion.wantsLocation(rules) && passesDistanceFilter(fix): break
        case .significantChange where isMoving: break
        case .updates, .significantChange, .single, .region: return
        }
        process.lastPassed = fix
        recordWhileTracking(fix, at: time, &effects)
    }

    /// Whether tracking alone would have received the fix: a stream or a polygon requests more of them.
    private func passesDistanceFilter(_ fix: Fix) -> Bool {
        guard let last = process.lastPassed, let requested = process.desiredState.updates else { return true }
        if let interval = effective.updates.interval, requested.interval != interval,
            last.time.advanced(by: interval) > fix.time
        {
            return false
        }
        let ownMeters = effective.elasticity.meters(atSpeed: state.lastRecorded?.speed)
        return ownMeters <= requested.distanceFilterMeters || last.coordinate.meters(to: fix.coordinate) >= ownMeters
    }

    var wantsSignificantChangesOnly: Bool { platform == .ios && config.geolocation.useSignificantChangesOnly }

    /// Whether a stationary phone has left the place where it stopped, although no exit of the region was reported.
    ///
    /// Transistor, native change log for Android, 4.5.0: a missed exit of the stationary region. While the place is
    /// being determined no fix shows that it was left. Otherwise two fixes half a minute apart do, because an error
    /// lasts that long: of the system's significant changes one does. A phone that the motion service reports at rest
    /// has to be as far away as where iOS would start the app (AppConfig.stopOnTerminate).
    private mutating func hasLeftPlace(_ fix: Fix, _ origin: TrackingSignal.FixOrigin) -> Bool {
        guard let center = state.stationaryCenter, fix.horizontalAccuracy != nil,
            !process.searches.contains(where: \.purpose.isMotionChange)
        else { return false }
        let place = PlaceOfStop(
            coordinate: center,
            accuracyMeters: state.stationaryAccuracyMeters ?? fix.accuracyOrAssumed
        )
        let reportsRest = rules.hasMotionService && process.activity?.kind == .still
        let marginMeters = reportsRest ? max(Self.relaunchMeters, rules.movedMeters) : rules.movedMeters
        guard place.isLeft(by: fix, marginMeters: marginMeters) else {
            process.firstAway = nil
            // A place from cells would hide a departure of some kilometres.
            if fix.accuracyOrAssumed < place.accuracyMeters / 2 { state.setPlaceOfStop(fix) }
            return false
        }
        guard origin != .significantChange, let first = process.firstAway else {
            process.firstAway = process.firstAway ?? fix.time
            return origin == .significantChange
        }
        return first.seconds(to: fix.time) >= Self.confirmationSeconds
    }

    private static let relaunchMeters = 200.0
    private static let confirmationSeconds = 30.0

    private mutating func recordWhileTracking(_ fix: Fix, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let verdict = process.filter.process(fix, effective.filter)
        switch verdict {
        case .taken: break
        case .adjusted(let adjusted, let reason): emit(.locationFiltered(adjusted, reason), &effects)
        case .refused(let reason): emit(.locationFiltered(fix, reason), &effects)
        }
        guard let clean = verdict.fix else { return }
        let distance = effective.elasticity.meters(atSpeed: clean.speed)
        odometer.count(clean, effective.filter, distanceFilterMeters: distance)
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

    /// Processes an activity; Android's emitted confidence is always 100 (Transistor, BGGeo.onActivityChange).
    ///
    /// Motion detection uses the reported confidence, or `minimumActivityRecognitionConfidence` would do nothing there.
    mutating func process(
        _ activity: Activity,
        _ confidence: Int,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        let reportedConfidence = platform == .android ? 100 : confidence
        if activity != .still { process.lastMovement = time }
        if state.isEnabled, process.activity?.kind != activity {
            emit(.activityChange(activity, confidence: reportedConfidence), &effects)
        }
        process.activity = TrackingProcess.ActivityReading(kind: activity, confidence: reportedConfidence)
        guard detectsMotion else { return }
        let wanted = motion.wantsLocation(rules)
        follow(motion.process(activity, confidence: confidence, at: time, rules), at: time, &effects)
        if wanted, isMoving, !motion.wantsLocation(rules) { debug(.stopDetection, &effects) }
    }

    /// Processes an exit of the stationary region.
    mutating func leftPlace(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        process.lastMovement = time
        if detectsMotion { leavePlace(at: time, &effects) }
    }

    /// Processes that the phone is away from where it stopped.
    mutating func leavePlace(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let changes = motion.leavePlace(at: time, doing: process.activity?.kind, rules)
        follow(changes, at: time, &effects)
        guard !isMoving, let place = state.lastFix, state.stationaryCenter != place.coordinate else { return }
        // The region follows the phone, so that a further exit wakes the app to check the activity again.
        state.setPlaceOfStop(place)
        process.firstAway = nil
        effects.append(.save)
    }

    /// Whether motion is detected: while locations are tracked, and with Android's stream for geofences.
    var detectsMotion: Bool {
        guard state.isEnabled, !wantsSignificantChangesOnly else { return false }
        return state.mode == .location || streamsForGeofences
    }

    /// Whether fixes are requested for geofences alone while the phone moves (Android's `geofenceModeHighAccuracy`).
    var streamsForGeofences: Bool {
        platform == .android && state.mode == .geofences && config.geolocation.geofenceModeHighAccuracy
    }

    mutating func follow(_ changes: [MotionChange], at time: Timestamp, _ effects: inout [TrackingEffect]) {
        for change in changes {
            effects.append(.save)
            emitSupersededMotionChange(at: time, &effects)
            // The superseded stop may end tracking (`stopOnStationary`).
            guard state.isEnabled else { return }
            process.forgetCourse()
            debug(change.isMoving ? .moving : .stationary, &effects)
            state.setPlaceOfStop(change.isMoving ? nil : state.lastFix)
            process.stopsWhenFound = change.cause == .stopTimeout && config.activity.stopOnStationary
            if !change.isMoving { process.lastHeartbeat = time }
            let step = geofences.changeMotion(isMoving: change.isMoving, fix: state.lastFix, at: time)
            follow(step, at: time, &effects)
            guard state.mode == .location else { continue }
            searchForMotionChange(at: time, &effects)
        }
    }

    /// Ends a search that a newer change of the motion state supersedes: each change is emitted, unless no fix of its
    /// time is known.
    private mutating func emitSupersededMotionChange(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        for search in process.searches {
            guard case .motionChange(let toMoving) = search.purpose else { continue }
            process.searches.removeAll { $0.id == search.id }
            let earliest = search.startedAt.advanced(bySeconds: -Self.supersededFixSeconds)
            guard let fix = search.best ?? state.lastFix.flatMap({ $0.time >= earliest ? $0 : nil }) else { continue }
            foundMotionChange(fix, toMoving: toMoving, at: time, &effects)
        }
    }

    private static let supersededFixSeconds = 60.0

    /// Records the position at which the phone began to move, or stopped.
    mutating func foundMotionChange(
        _ fix: Fix,
        toMoving: Bool,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        var marked = fix
        marked.flags.insert(toMoving ? .moving : .stationary)
        if !toMoving, !isMoving { state.setPlaceOfStop(fix) }
        let distance = effective.elasticity.meters(atSpeed: fix.speed)
        odometer.count(fix, effective.filter, distanceFilterMeters: distance)
        state.lastRecorded = marked
        var position = location(marked, .motionChange, at: time)
        position.isMoving = toMoving
        emit(.motionChange(position), &effects)
        emit(.location(position), &effects)
        effects.append(.store(position, .motionChange, isForced: false))
        effects.append(.save)
        stopIfWanted(at: time, &effects)
    }

    /// Stops tracking after a detected stop where the options require it (`stopOnStationary`).
    mutating func stopIfWanted(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard process.stopsWhenFound else { return }
        stopByHand(at: time, &effects)
    }

    func debug(_ note: TrackingEffect.DebugCue, _ effects: inout [TrackingEffect]) {
        if config.logger.debug { effects.append(.debug(note)) }
    }
}
