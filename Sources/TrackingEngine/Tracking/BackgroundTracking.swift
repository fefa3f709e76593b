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
    public internal(set) var config: TrackingConfig { didSet { terms = EffectiveConfiguration(config) } }
    /// The values derived from the configuration.
    var terms: EffectiveConfiguration
    /// The stored state, besides the configuration.
    public internal(set) var state: TrackingState
    /// The geofences and their monitoring state.
    public internal(set) var geofences: MonitoredGeofences
    var motion: MotionDetector
    var odometer: Odometer
    var scheduler: Scheduler
    var dice: RandomSource
    /// The state that is lost with the process.
    var process: TrackingProcess

    /// Tracking after the installation, in the app's first process.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - facts: the current state of the phone and the app.
    ///   - seed: the seed of the record identifiers and of the lateness of alarms.
    public init(platform: Platform, facts: PhoneFacts, seed: UInt64) {
        config = TrackingConfig(platform: platform)
        terms = EffectiveConfiguration(config)
        state = TrackingState()
        geofences = MonitoredGeofences(
            platform: platform,
            rules: GeofencingRules(config.geolocation, platform: platform)
        )
        motion = MotionDetector()
        odometer = Odometer()
        scheduler = Scheduler(platform: platform)
        dice = RandomSource(seed: seed)
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
    /// Whether signals are processed: the app has called `ready`, or tracking runs without it (Android).
    public var isRunning: Bool { process.isRunning }
    /// The state of the phone and the app as last reported.
    public var facts: PhoneFacts { process.facts }

    /// The rules that distinguish moving from stationary, given the current permission for the motion service.
    var rules: MotionRules {
        var rules = terms.motion
        rules.hasMotionService = rules.hasMotionService && process.facts.mayUseMotion
        return rules
    }
}

/// The state of tracking in one process of the app.
struct TrackingProcess: Hashable, Sendable {
    var facts: PhoneFacts
    var isReady = false
    /// Whether tracking runs although the app has not called `ready` (Android).
    var runsAlone = false
    /// Whether the process continues an earlier one and began with the app in the background.
    var beganInBackground = false
    /// Whether tracking that was on waits for the member to open the app (iOS after a reboot, without `startOnBoot`).
    var awaitsMember = false
    /// Signals received before anything ran.
    var held: [HeldSignal] = []
    /// Events to emit once the app is ready.
    var untold: [TrackingEvent] = []
    /// The phone state last requested.
    var wishes = DesiredPhoneState()
    /// Searches in progress.
    var searches: [PositionSearch] = []
    /// Active position streams.
    var watches: [PositionWatch] = []
    var nextRequest = 1
    var filter = LocationFilter()
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
    /// Whether power saving was on when last reported.
    var wasPowerSaving = false
    /// Whether there was an internet connection when last reported.
    var wasConnected = true
    /// When the state was last saved.
    var savedAt: Timestamp?

    init(_ facts: PhoneFacts) {
        self.facts = facts
        wasPowerSaving = facts.isPowerSaving
        wasConnected = facts.hasConnection
    }

    /// Whether signals are processed.
    var isRunning: Bool { (isReady || runsAlone) && !awaitsMember }

    /// An activity that the motion service reported.
    struct ActivityReading: Hashable, Sendable {
        var kind: Activity
        var confidence: Int
    }

    /// A signal received before anything ran.
    struct HeldSignal: Hashable, Sendable {
        var signal: TrackingSignal
        var time: Timestamp
    }
}
