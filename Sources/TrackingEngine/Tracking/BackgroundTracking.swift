public import VisitModel

/// Background location tracking as today's SDKs do it: motion decides when the phone's location services are on.
///
/// A value: calls of the app and signals of the phone come in, with the time they come at, and effects come out. What it
/// wants of the phone follows from its state alone (`DesiredPhoneState`); only changes are asked for. `kept` is what outlives the
/// app's process; `init(_:facts:launch:at:)` goes on with it.
///
/// Nothing happens before `ready`, but on Android where tracking goes on without the app (`stopOnTerminate` false,
/// `startOnBoot`): what the phone says until then is held, and taken in its order then. Transistor, BGGeo, "Lifecycle".
public struct BackgroundTracking: Hashable, Sendable {
    /// The configuration in force.
    public internal(set) var config: TrackingConfig { didSet { terms = EffectiveConfiguration(config) } }
    /// What follows from it.
    var terms: EffectiveConfiguration
    /// What outlives the app, besides the configuration.
    public internal(set) var state: TrackingState
    /// The geofences, and what is known of each.
    public internal(set) var geofences: MonitoredGeofences
    var motion: MotionDetector
    var odometer: Odometer
    var scheduler: Scheduler
    var dice: RandomSource
    /// What is gone with the process.
    var process: TrackingProcess

    /// Tracking after the installation, in the app's first process.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - facts: how the phone is.
    ///   - seed: where the names of records and the lateness of alarms come from.
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
    /// What may be wrong with the odometer, in metres.
    public var odometerErrorMeters: Double { odometer.errorMeters }
    /// Whether the app has called `ready` in this process.
    public var isReady: Bool { process.isReady }
    /// Whether what the phone says is worked on: the app has called `ready`, or tracking goes on without it (Android).
    public var isRunning: Bool { process.isRunning }
    /// How the phone is, as it last said.
    public var facts: PhoneFacts { process.facts }

    /// By what moving and stationary are told apart now.
    var rules: MotionRules {
        var rules = terms.motion
        rules.hasMotionService = rules.hasMotionService && process.facts.mayUseMotion
        return rules
    }
}

/// What tracking has in mind in one process of the app.
struct TrackingProcess: Hashable, Sendable {
    /// How the phone is.
    var facts: PhoneFacts
    /// Whether the app has called `ready`.
    var isReady = false
    /// Whether tracking goes on without the app having called `ready` (Android).
    var runsAlone = false
    /// Whether the process goes on from an earlier one and began with the app not on the screen.
    var beganInBackground = false
    /// Whether tracking that was on stays asleep until the member opens the app (iOS after a reboot, without `startOnBoot`).
    var awaitsMember = false
    /// What the phone said before anything ran.
    var held: [HeldSignal] = []
    /// What the app is to be told once it is ready.
    var untold: [TrackingEvent] = []
    /// What the phone was asked for.
    var wishes = DesiredPhoneState()
    /// Positions that are looked for.
    var searches: [PositionSearch] = []
    /// Streams of positions.
    var watches: [PositionWatch] = []
    /// The number of the next request.
    var nextRequest = 1
    /// Cleans fixes.
    var filter = LocationFilter()
    /// What the motion service last said.
    var activity: ActivityReading?
    /// When the last heartbeat was due.
    var lastHeartbeat: Timestamp?
    /// When a sensor last told of movement, which lets throttled heartbeats go on (iOS).
    var lastMovement: Timestamp?
    /// Whether tracking stops when the place of the stop is found (`stopOnStationary`).
    var stopsWhenFound = false
    /// What was last kept of the geofences that are watched.
    var keptWatches = FenceWatches()
    /// Whether a fix was asked for because geofences need one.
    var awaitsGeofenceFix = false
    /// Why the process was started.
    var launch = TrackingLaunch.user
    /// Whether the phone saved power when it last said so.
    var wasPowerSaving = false
    /// Whether it had a way to the internet when it last said so.
    var wasConnected = true
    /// When the state was last kept.
    var savedAt: Timestamp?

    init(_ facts: PhoneFacts) {
        self.facts = facts
        wasPowerSaving = facts.isPowerSaving
        wasConnected = facts.hasConnection
    }

    /// Whether what the phone says is worked on.
    var isRunning: Bool { (isReady || runsAlone) && !awaitsMember }

    /// What the motion service said.
    struct ActivityReading: Hashable, Sendable {
        var kind: Activity
        var confidence: Int
    }

    /// A signal that came before anything ran.
    struct HeldSignal: Hashable, Sendable {
        var signal: TrackingSignal
        var time: Timestamp
    }
}
