internal import VisitModel

extension BackgroundTracking {
    /// Processes an activity that the motion service reported.
    ///
    /// On Android the emitted confidence is always 100 (Transistor, BGGeo.onActivityChange). Motion detection uses the
    /// confidence that the service reported, or `minimumActivityRecognitionConfidence` would have no effect there.
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
        guard !isMoving, let place = state.lastFix?.coordinate, state.stationaryCenter != place else { return }
        // The region follows the phone, so that a further exit wakes the app to check the activity again.
        state.stationaryCenter = place
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

    /// Applies changes of the motion state.
    mutating func follow(_ changes: [MotionChange], at time: Timestamp, _ effects: inout [TrackingEffect]) {
        for change in changes {
            effects.append(.save)
            process.filter.reset()
            debug(change.isMoving ? .moving : .stationary, &effects)
            state.stationaryCenter = change.isMoving ? nil : state.lastFix?.coordinate
            process.stopsWhenFound = change.cause == .stopTimeout && config.activity.stopOnStationary
            if !change.isMoving { process.lastHeartbeat = time }
            let step = geofences.changeMotion(isMoving: change.isMoving, fix: state.lastFix, at: time)
            follow(step, at: time, &effects)
            guard state.mode == .location else { continue }
            search(.motionChange, at: time, &effects)
        }
    }

    /// Records the position at which the phone began to move, or stopped.
    mutating func foundMotionChange(_ fix: Fix, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        var marked = fix
        marked.flags.insert(isMoving ? .moving : .stationary)
        if !isMoving { state.stationaryCenter = fix.coordinate }
        let distance = terms.elasticity.meters(atSpeed: fix.speed)
        odometer.count(fix, terms.filter, distanceFilterMeters: distance)
        state.lastRecorded = marked
        let position = location(marked, .motionChange, at: time)
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

    /// Plays a debug cue where `LoggerConfig.debug` is on.
    func debug(_ note: TrackingEffect.DebugCue, _ effects: inout [TrackingEffect]) {
        if config.logger.debug { effects.append(.debug(note)) }
    }
}
