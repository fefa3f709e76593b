internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// Applies the options that the app sets and starts processing signals (`ready`); once in each process.
    ///
    /// Tracking that was on resumes. Signals held until now are processed in their order. `start` says how the stored
    /// configuration is used, unless `given.reset` overrides it.
    public mutating func ready(_ given: ConfigPatch, _ start: ConfigStart, at time: Timestamp) -> [TrackingEffect] {
        ready(given.reset.map(ConfigStart.init(reset:)) ?? start, at: time) { $0 = $0.applying(given) }
    }

    /// Does the same with options in code; `configure` is not called for `ConfigStart.stored` after the first launch.
    public mutating func ready(
        _ start: ConfigStart,
        at time: Timestamp,
        configure: (inout TrackingConfig) -> Void
    ) -> [TrackingEffect] {
        guard !process.isReady else {
            let text = "it was already called in this process; call it once, from the root of the app"
            return [.emit(.warning(ConfigurationWarning(.surprising, "ready", text)))]
        }
        var effects: [TrackingEffect] = []
        let wasRunning = process.isRunning
        process.isReady = true
        var (new, appliesGiven) = baseConfig(start)
        if appliesGiven { configure(&new) }
        apply(new, at: time, &effects)
        for event in process.undelivered { effects.append(.emit(event)) }
        process.undelivered = []
        emit(.providerChange(process.facts.provider), &effects)
        if !wasRunning, endedWithLastProcess { endWithLastProcess(at: time, &effects) }
        process.awaitsMember = !wasRunning && staysAsleepAfterReboot
        if !process.awaitsMember { begin(wasRunning: wasRunning, at: time, &effects) }
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// The configuration to which `ready` applies the app's options, and whether it applies them at all.
    package func baseConfig(_ start: ConfigStart) -> (config: TrackingConfig, appliesGiven: Bool) {
        TrackingConfig.base(stored: state.isFirstLaunch ? nil : config, start: start, platform: platform)
    }

    /// Begins to process signals before `ready`, because the app turns tracking on.
    mutating func runBeforeReady(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let wasRunning = process.isRunning
        process.startedBeforeReady = true
        begin(wasRunning: wasRunning, at: time, &effects)
    }

    /// Whether a process that the system started after a reboot waits for the member to open the app.
    ///
    /// iOS's stationary region outlives a reboot and starts the app, Android's boot receiver starts a process in which
    /// the app calls `ready` as in every other; `startOnBoot` says whether tracking resumes then. Transistor,
    /// AppConfig.startOnBoot, stopOnTerminate.
    private var staysAsleepAfterReboot: Bool {
        isLaunchedBySystem && state.didDeviceReboot && !config.app.startOnBoot
    }

    /// Whether tracking ended with the previous process because `stopOnTerminate` is set.
    ///
    /// A suspended app on iOS is not notified that it ends, and the next process cannot distinguish a swipe of the
    /// member from a process that the system ended: either way tracking does not resume. A process that ended with a
    /// reboot of the phone was not ended by the member: `startOnBoot` applies. Transistor, AppConfig.stopOnTerminate.
    private var endedWithLastProcess: Bool {
        platform == .ios && isLaunchedBySystem && !state.didDeviceReboot && state.isEnabled
            && config.app.stopOnTerminate
    }

    /// Turns tracking off, and the monitoring that iOS has continued since the previous process.
    ///
    /// This process has not requested it, so no difference between its desired states would turn it off.
    private mutating func endWithLastProcess(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        stopByHand(at: time, &effects)
        effects += [.stationaryRegion(nil), .significantChanges(false)]
    }

    /// Whether the system started the process in the background and the member has not opened the app since.
    private var isLaunchedBySystem: Bool { process.beganInBackground && process.facts.app == .background }

    /// Ends the wait after a reboot: the member opened the app, or the app turned something on or off.
    mutating func wakeUp(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard process.awaitsMember else { return }
        process.awaitsMember = false
        begin(wasRunning: false, at: time, &effects)
    }

    /// Resumes what was on and processes the signals that were held.
    private mutating func begin(wasRunning: Bool, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        if !wasRunning { resume(at: time, &effects) }
        let held = process.held
        process.held = []
        for signal in held { react(to: signal.signal, at: signal.time, &effects) }
    }

    /// Resumes what was on in the previous process.
    mutating func resume(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        if state.isSchedulerEnabled {
            let zone = process.facts.timeZone
            // A starting Android app has no alarm to go by; on iOS the schedule is checked because something woke the
            // app.
            let wake: ScheduleWake = process.facts.app == .foreground ? .resumed : .backgroundFetch
            let steps =
                platform == .android || state.didDeviceReboot
                ? scheduler.rebooted(at: time, in: zone, using: &random)
                : scheduler.wake(by: wake, at: time, in: zone, using: &random)
            follow(steps, at: time, &effects)
        }
        guard state.isEnabled else { return }
        goOnWithGeofences(at: time, &effects)
        emit(.connectivityChange(hasConnection: process.facts.hasConnection), &effects)
        reportDenial(at: time, &effects)
        warnOfMotionPermission(&effects)
        // A stop of which the position was never found.
        if state.mode == .location, !isMoving, state.stationaryCenter == nil, process.searches.isEmpty {
            searchForMotionChange(at: time, &effects)
        }
    }

    /// Changes options at run time (`config.batchUpdate`, or a server's `setConfig`).
    public mutating func configure(_ patch: ConfigPatch, at time: Timestamp) -> [TrackingEffect] {
        configure(at: time) { $0 = $0.applying(patch) }
    }

    /// Does the same with the options set in code.
    public mutating func configure(at time: Timestamp, _ change: (inout TrackingConfig) -> Void) -> [TrackingEffect] {
        var new = config
        change(&new)
        return self.change(to: new, at: time)
    }

    /// Resets every option to its documented default (`config.reset`).
    public mutating func resetConfig(at time: Timestamp) -> [TrackingEffect] {
        change(to: TrackingConfig(platform: platform), at: time)
    }

    private mutating func change(to new: TrackingConfig, at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        apply(new, at: time, &effects)
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    private mutating func apply(_ new: TrackingConfig, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let old = config
        config = new
        // The content of the running service's notification; whether it runs follows from the state.
        if process.desiredState.hasForegroundService, new.app.notification != old.app.notification {
            effects.append(.foregroundService(new.app.notification))
        }
        if old.activity.disableMotionActivityUpdates, !new.activity.disableMotionActivityUpdates {
            warnOfMotionPermission(&effects)
        }
        let rules = GeofencingRules(new.geolocation, platform: platform)
        if rules != geofences.rules { follow(geofences.set(rules, at: time), at: time, &effects) }
        guard new.app.schedule != old.app.schedule, scheduler.isRunning, let schedule = readSchedule(&effects) else {
            return
        }
        follow(scheduler.replace(schedule, at: time, in: process.facts.timeZone, using: &random), at: time, &effects)
    }
}
