internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// What outlives the app's process: the configuration, whether tracking is on, the motion state, the odometer, the
    /// schedule.
    public struct StoredState: Hashable, Sendable, Codable {
        /// The configuration.
        public let config: TrackingConfig
        /// What was on.
        public let state: TrackingState
        let motion: MotionDetector
        let odometer: Odometer
        let scheduler: Scheduler
        let dice: RandomSource
    }

    /// What is to be kept now.
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

    /// Goes on in a new process of the app.
    ///
    /// - Parameters:
    ///   - kept: what the process before left.
    ///   - geofences: the geofences that it left; `nil` where it left none.
    ///   - facts: how the phone is.
    ///   - launch: why the process was started.
    ///   - didReboot: whether the phone was started anew since the process before.
    ///   - time: now.
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
        // Not every record is followed by a save: the names of those after the last one must not be given again, or the
        // server takes new records for repeats.
        dice.stir(UInt64(bitPattern: time.milliseconds))
        state.isFirstLaunch = false
        state.didDeviceReboot = didReboot
        state.didLaunchInBackground = launch != .user
        process.launch = launch
        process.beganInBackground = facts.app == .background
        process.keptWatches = self.geofences.watches
        process.runsAlone = runsAlone(after: launch)
    }

    /// Whether tracking goes on although nobody has opened the app.
    ///
    /// Android's service does where `stopOnTerminate` is false, and after a reboot where `startOnBoot` is true; iOS's app
    /// calls `ready` whenever it is started. Transistor, AppConfig.stopOnTerminate, startOnBoot.
    private func runsAlone(after launch: TrackingLaunch) -> Bool {
        guard platform == .android, state.isEnabled || state.isSchedulerEnabled else { return false }
        switch launch {
        case .user: return false
        case .boot: return config.app.startOnBoot
        case .event, .replaced, .backgroundFetch: return !config.app.stopOnTerminate
        }
    }

    /// Begins the process: where tracking goes on without the app, it does so now.
    ///
    /// - Parameter time: now.
    /// - Returns: what to do.
    public mutating func launched(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        guard process.runsAlone else { return effects }
        resume(at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }
}
