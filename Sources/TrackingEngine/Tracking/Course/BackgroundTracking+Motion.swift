internal import VisitModel

extension BackgroundTracking {
    /// Takes what the motion service says.
    ///
    /// What is told of it on Android is always sure (Transistor, BGGeo.onActivityChange); what follows from it goes by what
    /// the service said, or `minimumActivityRecognitionConfidence` would mean nothing there.
    mutating func process(
        _ activity: Activity,
        _ confidence: Int,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        let toldConfidence = platform == .android ? 100 : confidence
        if activity != .still { process.lastMovement = time }
        if state.isEnabled, process.activity?.kind != activity {
            emit(.activityChange(activity, confidence: toldConfidence), &effects)
        }
        process.activity = TrackingProcess.ActivityReading(kind: activity, confidence: toldConfidence)
        guard detectsMotion else { return }
        let wanted = motion.wantsLocation(rules)
        follow(motion.process(activity, confidence: confidence, at: time, rules), at: time, &effects)
        if wanted, isMoving, !motion.wantsLocation(rules) { debug(.stopDetection, &effects) }
    }

    /// The region round the place where the phone stopped was left.
    mutating func leftPlace(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        process.lastMovement = time
        if detectsMotion { leavePlace(at: time, &effects) }
    }

    /// The phone is elsewhere than where it stopped.
    mutating func leavePlace(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let changes = motion.leavePlace(at: time, doing: process.activity?.kind, rules)
        follow(changes, at: time, &effects)
        guard !isMoving, let place = state.lastFix?.coordinate, state.stationaryCenter != place else { return }
        // The region follows, so that it is left again and the app looks again what the member is doing.
        state.stationaryCenter = place
        effects.append(.save)
    }

    /// Whether moving and stationary are told apart: while locations are tracked, and with Android's stream for geofences.
    var detectsMotion: Bool {
        guard state.isEnabled, !wantsSignificantChangesOnly else { return false }
        return state.mode == .location || streamsForGeofences
    }

    /// Whether fixes come for geofences alone while the phone moves (Android's `geofenceModeHighAccuracy`).
    var streamsForGeofences: Bool {
        platform == .android && state.mode == .geofences && config.geolocation.geofenceModeHighAccuracy
    }

    /// Does what follows from a change of the motion state.
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

    /// The place where the phone began to move, or stopped, is found.
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

    /// Stops where the options want it after a stop that came by itself (`stopOnStationary`).
    mutating func stopIfWanted(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard process.stopsWhenFound else { return }
        stopByHand(at: time, &effects)
    }

    /// Lets a developer hear and see it.
    func debug(_ note: TrackingEffect.DebugCue, _ effects: inout [TrackingEffect]) {
        if config.logger.debug { effects.append(.debug(note)) }
    }
}
