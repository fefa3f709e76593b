internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// Turns tracking of locations and geofences on (`start`).
    ///
    /// The phone counts as stationary, one location is recorded, and location services go off until motion is detected.
    /// Overrides the schedule until its next edge. Throws `LocationError.denied` where the member does not allow
    /// location; tracking stays off then. Transistor, BGGeo.start.
    public mutating func start(at time: Timestamp) throws(LocationError) -> [TrackingEffect] {
        try start(.location, at: time)
    }

    /// Monitors geofences alone, without losing an edge; throws `LocationError.denied` where location is not allowed.
    public mutating func startGeofences(at time: Timestamp) throws(LocationError) -> [TrackingEffect] {
        try start(.geofences, at: time)
    }

    private mutating func start(
        _ mode: TrackingState.Mode,
        at time: Timestamp
    ) throws(LocationError) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        let prompts =
            switch process.facts.provider.status {
            case .denied, .restricted: throw .denied
            case .notDetermined: true
            case .authorizedWhenInUse: config.geolocation.locationAuthorizationRequest == .always
            case .authorizedAlways: false
            }
        if prompts { effects.append(permissionRequest) }
        if !process.isReady {
            let text = """
                it is called before ready: until then events are held, and the options of the last launch apply, or the \
                defaults
                """
            effects.append(.emit(.warning(ConfigurationWarning(.surprising, "start", text))))
            runBeforeReady(at: time, &effects)
        }
        wakeUp(at: time, &effects)
        begin(mode, at: time, &effects)
        // The prompts may allow the motion service; a refusal is signalled.
        if !prompts { warnOfMotionPermission(&effects) }
        follow(scheduler.trackingChangedByHand(to: ScheduleMode(mode), at: time), at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Processes that no further prompt follows a start: what is still not allowed is reported.
    package mutating func promptsEnded(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        guard process.isRunning else { return effects }
        reportDenial(at: time, &effects)
        warnOfMotionPermission(&effects)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Turns everything off (`stop`); the schedule continues to run.
    public mutating func stop(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        wakeUp(at: time, &effects)
        stopByHand(at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Stops tracking and reports to the scheduler that the stop was manual.
    mutating func stopByHand(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        end(at: time, &effects)
        follow(scheduler.trackingChangedByHand(to: nil, at: time), at: time, &effects)
    }

    /// Makes the phone count as moving or stationary (`changePace`), with location services on or off at once.
    ///
    /// While locations are not tracked the only effect is a warning.
    public mutating func changePace(_ isMoving: Bool, at time: Timestamp) -> [TrackingEffect] {
        guard state.isEnabled, state.mode == .location else {
            let text = "locations are not tracked; call start first"
            return [.emit(.warning(ConfigurationWarning(.withoutEffect, "changePace", text)))]
        }
        var effects: [TrackingEffect] = []
        wakeUp(at: time, &effects)
        follow(motion.set(isMoving: isMoving, .manual, at: time, rules), at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Requests the permission that the configuration names, with the rationale that Android 11 needs.
    private var permissionRequest: TrackingEffect {
        .requestPermission(rationale: config.showsPermissionRationale ? config.app.backgroundPermissionRationale : nil)
    }

    /// Turns tracking on, or switches to the other mode without a stop in between.
    mutating func begin(_ mode: TrackingState.Mode, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let wasEnabled = state.isEnabled
        guard !wasEnabled || state.mode != mode else { return }
        state.isEnabled = true
        state.mode = mode
        state.startedAt = time
        effects.append(.save)
        if !wasEnabled {
            emit(.enabledChange(isEnabled: true), &effects)
            emit(.connectivityChange(hasConnection: process.facts.hasConnection), &effects)
        }
        // The motion change is emitted when its position is found.
        _ = motion.set(isMoving: false, .power, at: time, rules)
        state.setPlaceOfStop(nil)
        process.forgetCourse()
        process.forgetMotionChange()
        let step = geofences.start(MonitoredGeofences.Mode(mode), fix: state.lastFix, at: time)
        follow(step, at: time, &effects)
        guard mode == .location else { return }
        // The prompts of `start` may allow locations (`promptsEnded`).
        if process.facts.provider.status != .notDetermined { reportDenial(at: time, &effects) }
        searchForMotionChange(at: time, &effects)
    }

    mutating func end(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard state.isEnabled else { return }
        state.isEnabled = false
        state.startedAt = nil
        state.setPlaceOfStop(nil)
        _ = motion.set(isMoving: false, .power, at: time, rules)
        process.stopsWhenFound = false
        process.forgetCourse()
        process.forgetMotionChange()
        follow(geofences.stop(), at: time, &effects)
        effects.append(.save)
        emit(.enabledChange(isEnabled: false), &effects)
    }
}

extension ScheduleMode {
    init(_ mode: TrackingState.Mode) { self = mode == .location ? .location : .geofence }

    var tracking: TrackingState.Mode { self == .location ? .location : .geofences }
}

extension BackgroundTracking {
    /// Follows the configured schedule (`startSchedule`); where it cannot be parsed, the only effect is a warning.
    public mutating func startSchedule(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        guard let schedule = readSchedule(&effects) else { return effects }
        scheduler = Scheduler(platform: platform, usesAlarmManager: config.isScheduleExact)
        if state.isEnabled { _ = scheduler.trackingChangedByHand(to: ScheduleMode(state.mode), at: time) }
        state.isSchedulerEnabled = true
        let steps = scheduler.start(schedule, at: time, in: process.facts.timeZone, using: &random)
        follow(steps, at: time, &effects)
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Stops following the schedule (`stopSchedule`); tracking that is on stays on.
    public mutating func stopSchedule(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        state.isSchedulerEnabled = false
        follow(scheduler.stop(at: time), at: time, &effects)
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Parses the configured schedule; on failure emits a warning and returns `nil`.
    func readSchedule(_ effects: inout [TrackingEffect]) -> Schedule? {
        do {
            return try Schedule(parsing: config.app.schedule)
        } catch {
            effects.append(.emit(.warning(ConfigurationWarning(.conflict, "app.schedule", error.message))))
            return nil
        }
    }

    mutating func checkSchedule(_ wake: ScheduleWake, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard state.isSchedulerEnabled, wake.platform == platform else { return }
        let steps = scheduler.wake(by: wake, at: time, in: process.facts.timeZone, using: &random)
        follow(steps, at: time, &effects)
    }

    /// Alarms and significant changes are part of the desired phone state, computed from the scheduler's state.
    mutating func follow(_ steps: [SchedulerEffect], at time: Timestamp, _ effects: inout [TrackingEffect]) {
        for step in steps {
            switch step {
            case .begin(let mode, _, _):
                begin(mode.tracking, at: time, &effects)
                reportDenial(at: time, &effects)
                warnOfMotionPermission(&effects)
            case .stop: end(at: time, &effects)
            case .scheduleEvent: emit(.schedule(state), &effects)
            case .armAlarm, .cancelAlarm, .keepSignificantChanges: effects.append(.save)
            }
        }
    }
}
