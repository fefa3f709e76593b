internal import TrackingModel
public import VisitModel

/// Background location tracking as current SDKs do it: motion decides when the phone's location services are on.
///
/// A value type: calls of the app and signals of the phone come in with their time, and effects come out. The desired
/// phone state (`DesiredPhoneState`) is computed from the state alone, and only its changes are requested. `kept` is
/// the state stored across processes; `init(_:geofences:facts:launch:didReboot:at:)` restores it.
///
/// Nothing happens before `ready`, except on Android where tracking runs without the app (`stopOnTerminate` false,
/// `startOnBoot`): signals until then are held and processed in their order. Transistor, BGGeo, "Lifecycle".
public struct BackgroundTracking: Hashable, Sendable {
    /// The configuration in force.
    public internal(set) var config: TrackingConfig { didSet { effective = EffectiveConfiguration(config) } }
    var effective: EffectiveConfiguration
    /// The stored state, besides the configuration.
    public internal(set) var state = TrackingState()
    /// The geofences and their monitoring state.
    public internal(set) var geofences: MonitoredGeofences
    var motion = MotionDetector()
    var odometer = Odometer()
    var scheduler: Scheduler
    var random: RandomSource
    /// The state that is lost with the process.
    var process: TrackingProcess

    /// The app's first process after the installation; `seed` is for record identifiers and the lateness of alarms.
    public init(platform: Platform, facts: PhoneFacts, seed: UInt64) {
        config = TrackingConfig(platform: platform)
        effective = EffectiveConfiguration(config)
        geofences = MonitoredGeofences(
            platform: platform,
            rules: GeofencingRules(config.geolocation, platform: platform)
        )
        scheduler = Scheduler(platform: platform)
        random = RandomSource(seed: seed)
        process = TrackingProcess(facts)
    }

    /// The phone's operating system.
    public var platform: Platform { config.platform }
    /// Whether the phone counts as moving.
    public var isMoving: Bool { motion.isMoving }
    /// The odometer, in metres.
    public var odometerMeters: Double { odometer.meters }
    /// The error bound of the odometer, in metres.
    public var odometerErrorMeters: Double { odometer.errorMeters }
    /// Whether the app has called `ready` in this process.
    public var isReady: Bool { process.isReady }
    /// Whether signals are processed: the app has called `ready` or `start`, or tracking runs without it (Android).
    public var isRunning: Bool { process.isRunning }
    /// The state of the phone and the app as last reported.
    public var facts: PhoneFacts { process.facts }

    /// The rules that distinguish moving from stationary, given the current permission for the motion service.
    var rules: MotionRules {
        var rules = effective.motion
        rules.hasMotionService = rules.hasMotionService && process.facts.mayUseMotion
        return rules
    }
}

struct TrackingProcess: Hashable, Sendable {
    var facts: PhoneFacts
    var isReady = false
    /// Whether tracking runs although the app has not called `ready` (Android).
    var runsAlone = false
    /// Whether the app turned tracking on before `ready`: it runs with the options stored so far, or with the defaults.
    var startedBeforeReady = false
    /// Whether the process continues an earlier one and began with the app in the background.
    var beganInBackground = false
    /// Whether tracking that was on waits for the member to open the app (after a reboot, without `startOnBoot`).
    var awaitsMember = false
    /// Signals received before anything ran.
    var held: [HeldSignal] = []
    /// Events to emit once the app is ready.
    var undelivered: [TrackingEvent] = []
    /// The phone state last requested.
    var desiredState = DesiredPhoneState()
    var searches: [PositionSearch] = []
    var watches: [PositionWatch] = []
    var nextRequest = 1
    var filter = LocationFilter()
    /// The time of the first of the fixes away from the place of the stop, without one near it since.
    var firstAway: Timestamp?
    /// The last fix that passed the distance filter of tracking, as the phone delivered it.
    var lastPassed: Fix?
    /// The last activity that the motion service reported.
    var activity: ActivityReading?
    var lastHeartbeat: Timestamp?
    /// When a sensor last reported movement, which ends the throttling of heartbeats (iOS).
    var lastMovement: Timestamp?
    /// Whether tracking stops when the position of the stop is found (`stopOnStationary`).
    var stopsWhenFound = false
    /// The watches at the last save of the geofences.
    var keptWatches = FenceWatches()
    /// Whether a fix was requested because geofences need one.
    var awaitsGeofenceFix = false
    var launch = TrackingLaunch.user
    var wasPowerSaving = false
    var wasConnected = true
    /// Whether the app was warned that the member does not allow the motion service, and it was not allowed since.
    var hasWarnedOfMotion = false
    /// Whether the app was notified that tracking gets no locations, and they were not allowed since.
    var hasReportedDenial = false
    /// Whether the last search for the position of a motion change ended because locations are not allowed.
    var lacksMotionChange = false
    var savedAt: Timestamp?

    init(_ facts: PhoneFacts) {
        self.facts = facts
        wasPowerSaving = facts.isPowerSaving
        wasConnected = facts.hasConnection
    }

    /// Forgets what followed from the fixes since the last change of the motion state.
    mutating func forgetCourse() {
        filter.reset()
        (firstAway, lastPassed) = (nil, nil)
    }

    /// Forgets the search for the position of the last motion change: tracking begins or ends.
    mutating func forgetMotionChange() {
        searches.removeAll { $0.purpose.isMotionChange }
        (hasReportedDenial, lacksMotionChange) = (false, false)
    }

    var isRunning: Bool { (isReady || runsAlone || startedBeforeReady) && !awaitsMember }

    struct ActivityReading: Hashable, Sendable {
        var kind: Activity
        var confidence: Int
    }

    struct HeldSignal: Hashable, Sendable {
        var signal: TrackingSignal
        var time: Timestamp
    }
}

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
        let random: RandomSource

        private enum CodingKeys: String, CodingKey {
            case config, state, motion, odometer, scheduler
            case random = "dice"
        }
    }

    /// The state to store now.
    public var kept: StoredState {
        StoredState(
            config: config,
            state: state,
            motion: motion,
            odometer: odometer,
            scheduler: scheduler,
            random: random
        )
    }

    /// Restores tracking in a new process of the app from what the previous process stored.
    ///
    /// `geofences` is `nil` where it stored none; `didReboot` is whether the phone was restarted since then.
    public init(
        _ kept: StoredState,
        geofences: MonitoredGeofences?,
        facts: PhoneFacts,
        launch: TrackingLaunch,
        didReboot: Bool,
        at time: Timestamp
    ) {
        config = kept.config
        effective = EffectiveConfiguration(config)
        state = kept.state
        let rules = GeofencingRules(config.geolocation, platform: config.platform)
        self.geofences = geofences ?? MonitoredGeofences(platform: config.platform, rules: rules)
        motion = kept.motion
        odometer = kept.odometer
        scheduler = kept.scheduler
        random = kept.random
        process = TrackingProcess(facts)
        // Not every record is followed by a save: the identifiers generated after the last save must not be generated
        // again, or the server treats new records as duplicates.
        random.stir(UInt64(bitPattern: time.milliseconds))
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

/// Values derived from the configuration that every signal needs, computed when the configuration changes.
///
/// Applying the limits of thirty options for each fix would cost more than processing the fix.
struct EffectiveConfiguration: Hashable, Sendable {
    /// The motion rules, assuming that the member allows the motion service.
    let motion: MotionRules
    let filter: FilterRules
    let elasticity: DistanceElasticity
    /// The updates for a moving phone, except the distance filter, which depends on the speed.
    let updates: DesiredPhoneState.Updates
    let activityInterval: Duration
    let heartbeatInterval: Duration?
    let stopAfterElapsed: Duration?
    let preventsSuspension: Bool
    let isScheduleExact: Bool
    let isHeadless: Bool

    init(_ config: TrackingConfig) {
        motion = MotionRules(config, mayUseMotion: true)
        filter = FilterRules(config)
        elasticity = DistanceElasticity(config)
        updates = DesiredPhoneState.Updates(
            distanceFilterMeters: 0,
            interval: config.locationUpdateIntervalDuration,
            fastestInterval: config.fastestLocationUpdateIntervalDuration,
            deferral: config.deferDuration,
            accuracy: config.geolocation.desiredAccuracy
        )
        activityInterval = config.activityRecognitionIntervalDuration
        heartbeatInterval = config.heartbeatIntervalDuration
        stopAfterElapsed = config.stopAfterElapsedDuration
        preventsSuspension = config.preventsSuspension
        isScheduleExact = config.isScheduleExact
        isHeadless = config.isHeadless
    }
}
