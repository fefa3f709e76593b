internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// The app is there, and says how it wants tracking to be (`ready`); once in each process.
    ///
    /// Tracking that was on goes on by itself. What the phone said before is taken now, in its order.
    ///
    /// - Parameters:
    ///   - given: the options that the app sets.
    ///   - start: what is done with the configuration that was kept.
    ///   - time: now.
    /// - Returns: what to do.
    public mutating func ready(_ given: ConfigPatch, _ start: ConfigStart, at time: Timestamp) -> [TrackingEffect] {
        ready(given.reset.map(ConfigStart.init(reset:)) ?? start, at: time) { $0 = $0.applying(given) }
    }

    /// The same, with the options set in code.
    ///
    /// - Parameters:
    ///   - start: what is done with the configuration that was kept.
    ///   - time: now.
    ///   - configure: sets options; not called where those of the first launch hold (`ConfigStart.stored`).
    /// - Returns: what to do.
    public mutating func ready(
        _ start: ConfigStart,
        at time: Timestamp,
        configure: (inout TrackingConfig) -> Void
    ) -> [TrackingEffect] {
        guard !process.isReady else {
            let text = "it was called before in this process; call it once, from the root of the app"
            return [.tell(.warning(ConfigurationWarning(.surprising, "ready", text)))]
        }
        var effects: [TrackingEffect] = []
        let wasAlone = process.runsAlone
        process.isReady = true
        let stored = state.isFirstLaunch ? nil : config
        var (new, takesGiven) = TrackingConfig.base(stored: stored, start: start, platform: platform)
        if takesGiven { configure(&new) }
        apply(new, at: time, &effects)
        for event in process.untold { effects.append(.tell(event)) }
        process.untold = []
        emit(.providerChange(process.facts.provider), &effects)
        if endedWithLastProcess { endWithLastProcess(at: time, &effects) }
        process.awaitsMember = staysAsleepAfterReboot
        if !process.awaitsMember { begin(wasAlone: wasAlone, at: time, &effects) }
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Whether iOS, which the system started after a reboot, leaves what was on for the member to wake.
    ///
    /// The region that is left behind outlives a reboot and starts the app; whether tracking goes on then is what
    /// `startOnBoot` says. Transistor, AppConfig.startOnBoot, stopOnTerminate.
    private var staysAsleepAfterReboot: Bool {
        isLaunchedBySystemOnIOS && state.didDeviceReboot && !config.app.startOnBoot
    }

    /// Whether tracking ended with the process before, because `stopOnTerminate` says so.
    ///
    /// A suspended app on iOS is not notified that it ends, and the next process can't distinguish a swipe of the member from
    /// a process that the system ended: either way tracking does not resume by itself. A process that ended with the phone
    /// was ended by no member: `startOnBoot` applies. Transistor, AppConfig.stopOnTerminate.
    private var endedWithLastProcess: Bool {
        isLaunchedBySystemOnIOS && !state.didDeviceReboot && state.isEnabled && config.app.stopOnTerminate
    }

    /// Turns off tracking that ended with the process before, and what iOS monitors for the app since then.
    ///
    /// This process has not asked for any of it, so that no difference between its requests turns it off.
    private mutating func endWithLastProcess(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        stopByHand(at: time, &effects)
        effects += [.stationaryRegion(nil), .significantChanges(false)]
    }

    /// Whether iOS started the process in the background, and the member has not opened the app since.
    private var isLaunchedBySystemOnIOS: Bool {
        platform == .ios && process.beganInBackground && process.facts.app == .background
    }

    /// Ends the sleep after a reboot: the member opened the app, or the app turned something on or off.
    mutating func wakeUp(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard process.awaitsMember else { return }
        process.awaitsMember = false
        begin(wasAlone: false, at: time, &effects)
    }

    /// Goes on with what was on, and takes what the phone said before.
    private mutating func begin(wasAlone: Bool, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        if !wasAlone { resume(at: time, &effects) }
        let held = process.held
        process.held = []
        for signal in held { react(to: signal.signal, at: signal.time, &effects) }
    }

    /// Goes on with what was on before the process.
    mutating func resume(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        if state.isSchedulerEnabled {
            let zone = process.facts.timeZone
            // An app of Android's that starts has no alarm to go by; iOS looks because something woke the app.
            let wake: ScheduleWake = process.facts.app == .foreground ? .resumed : .backgroundFetch
            let steps =
                platform == .android || state.didDeviceReboot
                ? scheduler.rebooted(at: time, in: zone, using: &dice)
                : scheduler.wake(by: wake, at: time, in: zone, using: &dice)
            follow(steps, at: time, &effects)
        }
        guard state.isEnabled else { return }
        goOnWithGeofences(at: time, &effects)
        emit(.connectivityChange(hasConnection: process.facts.hasConnection), &effects)
        // A stop whose place nobody could find.
        if state.mode == .location, !isMoving, state.stationaryCenter == nil, process.searches.isEmpty {
            search(.motionChange, at: time, &effects)
        }
    }

    /// Changes options at run time (`config.batchUpdate`, or a server's `setConfig`).
    ///
    /// - Parameters:
    ///   - patch: the options that change.
    ///   - time: now.
    /// - Returns: what to do.
    public mutating func configure(_ patch: ConfigPatch, at time: Timestamp) -> [TrackingEffect] {
        configure(at: time) { $0 = $0.applying(patch) }
    }

    /// The same, with the options set in code.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - change: sets options.
    /// - Returns: what to do.
    public mutating func configure(
        at time: Timestamp,
        _ change: (inout TrackingConfig) -> Void
    ) -> [TrackingEffect] {
        var new = config
        change(&new)
        return self.change(to: new, at: time)
    }

    /// Puts every option back to its documented default (`config.reset`).
    ///
    /// - Parameter time: now.
    /// - Returns: what to do.
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

    /// Takes a configuration, and what follows from it at once.
    private mutating func apply(_ new: TrackingConfig, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        let old = config
        config = new
        // What the service shows while it runs; when it begins and ends follows from the state.
        if process.wishes.hasForegroundService, new.app.notification != old.app.notification {
            effects.append(.foregroundService(new.app.notification))
        }
        let rules = GeofencingRules(new.geolocation, platform: platform)
        if rules != geofences.rules { follow(geofences.set(rules, at: time), at: time, &effects) }
        guard new.app.schedule != old.app.schedule, scheduler.isRunning, let schedule = readSchedule(&effects) else {
            return
        }
        follow(scheduler.replace(schedule, at: time, in: process.facts.timeZone, using: &dice), at: time, &effects)
    }
}
