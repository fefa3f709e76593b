internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// The state stored across the app's processes: configuration, tracking and motion state, odometer, schedule.
    public struct StoredState: Hashable, Sendable, Codable {
        /// The configuration.
        public let config: TrackingConfig
        /// The tracking state.
        public let state: TrackingState
        let motion: MotionDetector
        let odometer: Odometer
        let scheduler: Scheduler
        let dice: RandomSource
    }

    /// The state to store now.
    public var kept: StoredState {
        StoredState(
            config: config,
            state: state,
            motion: motion,
            odometer: odometer,
            scheduler: scheduler,
            dice: dice
        )
    }

    /// Restores tracking in a new process of the app.
    ///
    /// - Parameters:
    ///   - kept: the state that the previous process stored.
    ///   - geofences: the geofences that the previous process stored; `nil` where it stored none.
    ///   - facts: the current state of the phone and the app.
    ///   - launch: why the process was started.
    ///   - didReboot: whether the phone was restarted since the previous process.
    ///   - time: the current time.
    public init(
        _ kept: StoredState,
        geofences: MonitoredGeofences?,
        facts: PhoneFacts,
        launch: TrackingLaunch,
        didReboot: Bool,
        at time: Timestamp
    ) {
        config = kept.config
        terms = EffectiveConfiguration(config)
        state = kept.state
        let rules = GeofencingRules(config.geolocation, platform: config.platform)
        self.geofences = geofences ?? MonitoredGeofences(platform: config.platform, rules: rules)
        motion = kept.motion
        odometer = kept.odometer
        scheduler = kept.scheduler
        dice = kept.dice
        process = TrackingProcess(facts)
        // Not every record is followed by a save: the identifiers generated after the last save must not be generated
        // again, or the server treats new records as duplicates.
        dice.stir(UInt64(bitPattern: time.milliseconds))
        state.isFirstLaunch = false
        state.didDeviceReboot = didReboot
        state.didLaunchInBackground = launch != .user
        process.launch = launch
        process.beganInBackground = facts.app == .background
        process.keptWatches = self.geofences.watches
        process.runsAlone = runsAlone(after: launch)
    }

    /// Whether tracking resumes before the member opens the app.
    ///
    /// On Android the service resumes where `stopOnTerminate` is false, and after a reboot where `startOnBoot` is true;
    /// an iOS app calls `ready` whenever it is started. Transistor, AppConfig.stopOnTerminate, startOnBoot.
    private func runsAlone(after launch: TrackingLaunch) -> Bool {
        guard platform == .android, state.isEnabled || state.isSchedulerEnabled else { return false }
        switch launch {
        case .user: return false
        case .boot: return config.app.startOnBoot
        case .event, .replaced, .backgroundFetch: return !config.app.stopOnTerminate
        }
    }

    /// Begins the process; tracking that runs without the app resumes now.
    public mutating func launched(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        guard process.runsAlone else { return effects }
        resume(at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }
}
