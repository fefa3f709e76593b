public import PhoneOS
public import VisitModel

/// A simulated phone as a value: calls advance its clock and apply events, and return what its system did.
///
/// Everything is determined by the profile, the movement, the seed and the order of calls: equal inputs give equal
/// results. Time stands still between two calls of `next(by:)`. `PhoneSimulator` implements the `PhoneOS` protocol with
/// this value.
public struct SimulatedPhone: Sendable {
    /// The kind of phone.
    public let profile: PhoneProfile
    /// The phone's current time.
    public internal(set) var now: Timestamp
    /// The app's use of the phone so far.
    public internal(set) var costs = PhoneCosts()
    /// Its true positions.
    public let movement: Movement
    /// Its true position and motion now.
    public internal(set) var truth: Truth
    /// The current leg of the movement.
    var leg = 0

    var generator: SeededGenerator
    var sensor: PositionSensor
    var system: SystemSituation
    var app = AppSituation()
    /// The system's region monitoring: one of the two is used, by the platform.
    var android: AndroidGeofences
    var ios: IOSRegions
    /// The coarse location services of iOS.
    var significantChanges: SignificantChanges
    var visitDetector: VisitDetector
    var alarms: AndroidAlarms
    var activity: ActivitySensor
    /// The time at which the satellite receiver was last used for the app.
    var satellitesSince: Timestamp?
    /// Transitions that iOS holds back until the first unlock.
    var heldBack: [RegionDelivery] = []
    var queue = ScheduleQueue<Planned>()
    /// Signals that were not delivered to the app yet.
    var signals: [PhoneSignal] = []
    /// The system's actions since the last occurrence.
    var notes: [SystemNote] = []

    /// A scheduled event.
    ///
    /// Rare or large payloads are indirect, since an event is moved in the queue several times.
    enum Planned: Hashable, Sendable {
        /// The system determines its position.
        case look
        case movementChange
        /// A region's timer may be due.
        case regionWake
        /// The timer of iOS's visit detector may be due.
        case visitWake
        indirect case deliver(RegionDelivery)
        indirect case regionFailed(RegionID?, PhoneError, process: Int)
        case regionState(RegionID, RegionState, process: Int)
        case update(process: Int)
        indirect case wrongPosition(WrongPosition)
        case singleFix(DesiredAccuracy, process: Int)
        /// Another app receives a fix.
        case otherUpdate
        /// The app's process receives the fixes that were held back.
        case batch(process: Int)
        /// iOS pauses the updates of the app's process.
        case pause(process: Int)
        case activityLook(process: Int)
        case timer(String, process: Int)
        /// An alarm of the app may be due.
        case alarmWake
        /// The time for background tasks of the app's process is nearly over, or over.
        case backgroundTime(process: Int)
        case fetch
        /// iOS suspends an app in the background that has run for long enough.
        case suspension(process: Int)
        /// Android ends the process of an app that was swiped away, unless a foreground service runs.
        case taskRemoval(process: Int)
        /// The system ends an app that has been in the background for long.
        case backgroundKill(process: Int)
        /// The battery reaches a level at which power saving starts or ends.
        case powerLevel
        /// The phone has started.
        case boot
        /// The first unlock after a start.
        case unlock
        /// The new version of the app is in place.
        case updated
    }

    /// Creates a phone that is on, unlocked and at the start of its movement, with the app open and without
    /// permissions.
    ///
    /// The same seed gives the same phone. Throws `SimulatorError` with code `profile` for an invalid number in the
    /// profile.
    public init(
        _ profile: PhoneProfile,
        movement: Movement,
        start: Timestamp,
        timeZone: TimeZoneName = .utc,
        seed: UInt64
    ) throws(SimulatorError) {
        try profile.sensing.validate()
        self.profile = profile
        self.movement = movement
        self.now = start
        self.truth = movement.truth(at: start, leg: &leg)
        self.generator = SeededGenerator(seed: seed)
        self.sensor = PositionSensor(profile.sensing)
        self.android = AndroidGeofences(profile: profile.android)
        self.ios = IOSRegions(profile: profile.ios)
        self.significantChanges = SignificantChanges(profile: profile.ios)
        self.visitDetector = VisitDetector(profile: profile.visits)
        // These use separate generators, so that the phone behaves the same for an app that does not use them.
        var seeds = SeededGenerator(seed: seed ^ 0x70_68_6F_6E_65)
        self.alarms = AndroidAlarms(profile: profile.alarms, seed: seeds.next())
        self.activity = ActivitySensor(
            profile: profile.activity,
            hasLevels: profile.platform == .ios,
            seed: seeds.next()
        )
        self.system = SystemSituation(bootTime: start, timeZone: timeZone, battery: Battery(profile, at: start))
        resetPermissions()
        system.restSince = truth.isMoving ? nil : start
        queue.plan(.look, at: start)
        queue.plan(.fetch, at: start.advanced(bySeconds: profile.backgroundFetchSeconds))
        planMovementChange()
        planPowerSaving()
    }

    /// Advances the clock to the next event; without one it advances to `time` and returns `nil`.
    public mutating func next(by time: Timestamp) -> PhoneOccurrence? {
        while true {
            if !signals.isEmpty || !notes.isEmpty {
                defer { (signals, notes) = ([], []) }
                countWakeup()
                return PhoneOccurrence(time: now, signals: signals, notes: notes)
            }
            guard let planned = queue.next(by: time) else {
                move(to: time)
                return nil
            }
            move(to: planned.time)
            happen(planned.item)
        }
    }

    private mutating func happen(_ planned: Planned) {
        switch planned {
        case .look: look()
        case .movementChange: changeMovement()
        case .regionWake: wakeRegions()
        case .visitWake: wakeVisits()
        case .deliver(let delivery): deliver(delivery)
        case .regionFailed(let id, let error, let process):
            if process == app.process { deliver(.regionFailed(id, error)) }
        case .regionState(let id, let state, let process):
            if process == app.process { deliver(.regionState(id, state)) }
        case .update(let process): if process == app.process { giveUpdate() }
        case .wrongPosition(let wrong): apply(wrong)
        case .singleFix(let accuracy, let process): if process == app.process { giveSingleFix(accuracy) }
        case .fetch: offerFetch()
        case .backgroundKill(let process):
            if process == app.process, app.state == .background, !app.hasForegroundService, !app.isExempt {
                endApp(.terminated)
            }
        case .taskRemoval(let process): if process == app.process { endRemovedTask() }
        case .suspension(let process): if process == app.process { suspend() }
        case .otherUpdate: giveOtherUpdate()
        case .batch(let process): if process == app.process { deliverBatch() }
        case .pause(let process): if process == app.process { pauseUpdates() }
        case .activityLook(let process): if process == app.process { sampleActivity() }
        case .timer(let name, let process): if process == app.process { ring(name) }
        case .alarmWake: wakeAlarms()
        case .backgroundTime(let process): if process == app.process { checkBackgroundTime() }
        case .powerLevel: reachPowerLevel()
        case .boot: finishStart()
        case .unlock: unlock()
        case .updated: finishUpdate()
        }
    }
}

extension SimulatedPhone {
    /// Starts the app's foreground service, or updates its notification (Android).
    ///
    /// It runs whether or not its notification is shown, which requires the permission and a channel.
    public mutating func startForegroundService(_ notification: ServiceNotification) {
        guard profile.platform == .android, app.state.isRunning else { return }
        setForegroundService(true)
        guard app.serviceNotification != notification else { return }
        app.serviceNotification = notification
        if let shown = foregroundNotification { notes.append(.changed("service notification", "\(shown)")) }
    }

    /// Starts the app's foreground service without a notification, or stops it (Android).
    public mutating func setForegroundService(_ isRunning: Bool) {
        guard profile.platform == .android, app.state.isRunning, app.hasForegroundService != isRunning else { return }
        app.hasForegroundService = isRunning
        notes.append(.changed("foreground service", isRunning ? "running" : "stopped"))
    }

    /// Taps the service's notification, which opens the app if the notification names an activity.
    public mutating func tapServiceNotification() {
        guard foregroundNotification?.tapActivity != nil else { return }
        openApp()
    }

    /// The service's notification as the member sees it; `nil` if no service runs or it is not shown.
    public var foregroundNotification: ServiceNotification? {
        guard let notification = app.serviceNotification, notification.importance != .none, isGranted(.notifications),
            !wantsChannels || app.channels[notification.channel] != nil
        else { return nil }
        return notification
    }
}

/// The events on a simulated phone at one moment.
public struct PhoneOccurrence: Hashable, Sendable {
    /// The time of the events.
    public let time: Timestamp
    /// The signals to the app, in order.
    public let signals: [PhoneSignal]
    /// The system's actions, whether or not the app was notified.
    public let notes: [SystemNote]
}
