internal import PhoneOS
public import VisitModel

/// A phone as a value: it is moved through time and through what befalls it, and says what its system did.
///
/// Everything is decided from the profile, the movement, the seed and the calls, in their order: the same gives the same.
/// Time stands still between two calls of `next(by:)`. `PhoneSimulator` puts this value behind the `PhoneOS` protocol.
public struct SimulatedPhone: Sendable {
    /// What kind of phone it is.
    public let profile: PhoneProfile
    /// The phone's time.
    public internal(set) var now: Timestamp
    /// What the app has asked of the phone so far.
    public internal(set) var costs = PhoneCosts()
    /// Where it really is.
    public let movement: Movement
    /// Where the phone really is now.
    public internal(set) var truth: Truth
    /// Which leg of the movement that is on.
    var leg = 0

    var generator: SeededGenerator
    var sensor: PositionSensor
    var system: SystemSituation
    var app = AppSituation()
    /// What the system watches for the app: one of the two, by the platform.
    var android: AndroidGeofences
    var ios: IOSRegions
    /// What iOS makes of coarse positions.
    var significantChanges: SignificantChanges
    var visitDetector: VisitDetector
    /// The app's alarms, on Android.
    var alarms: AndroidAlarms
    /// What the motion service believes.
    var activity: ActivitySensor
    /// When the satellite receiver was last used for the app.
    var satellitesSince: Timestamp?
    /// Transitions that iOS keeps back until the first unlock.
    var heldBack: [RegionDelivery] = []
    var queue = ScheduleQueue<Planned>()
    /// What the app has not been told yet.
    var signals: [PhoneSignal] = []
    /// What was done since the last occurrence.
    var notes: [SystemNote] = []

    /// Something that is to happen.
    ///
    /// What is rare or large is kept apart: a plan is moved about in the queue several times.
    enum Planned: Hashable, Sendable {
        /// The system looks where it is.
        case look
        /// The phone begins or ends a movement.
        case movementChange
        /// A region's timer may have run out.
        case regionWake
        /// iOS's detector of visits may have come to a conclusion.
        case visitWake
        /// A transition is handed over.
        indirect case deliver(RegionDelivery)
        /// The app is told that a region is not watched.
        indirect case regionFailed(RegionID?, PhoneError, process: Int)
        /// The app is told on which side of a region's edge the phone is.
        case regionState(RegionID, RegionState, process: Int)
        /// The app's process gets a reading it asked for.
        case update(process: Int)
        /// The system takes a reading that is wrong.
        indirect case wrongPosition(WrongPosition)
        /// The app's process gets the one reading it asked for.
        case singleFix(DesiredAccuracy, process: Int)
        /// Another app gets a reading.
        case otherUpdate
        /// The app's process gets the readings that were kept back.
        case batch(process: Int)
        /// iOS pauses the readings of the app's process.
        case pause(process: Int)
        /// The motion service looks what the member is doing.
        case activityLook(process: Int)
        /// A timer of the app's process is due.
        case timer(String, process: Int)
        /// An alarm of the app may be due.
        case alarmWake
        /// The time for background tasks of the app's process is nearly over, or over.
        case backgroundTime(process: Int)
        /// A moment to fetch.
        case fetch
        /// iOS suspends an app in the background that has run for long enough.
        case suspension(process: Int)
        /// Android ends the process of an app that was swiped away, unless a foreground service runs.
        case taskRemoval(process: Int)
        /// The system ends an app that has been in the background for long.
        case backgroundKill(process: Int)
        /// The battery reaches a level at which saving power begins or ends.
        case powerLevel
        /// The phone has started.
        case boot
        /// The first unlock after a start.
        case unlock
        /// The new version of the app is in place.
        case updated
    }

    /// Makes a phone that is on, unlocked and at the beginning of its movement, with the app open and no permission.
    ///
    /// - Parameters:
    ///   - profile: what kind of phone.
    ///   - movement: where it really is.
    ///   - start: the phone's first moment.
    ///   - timeZone: the zone that it shows its times in.
    ///   - seed: where chance begins; the same seed gives the same phone.
    /// - Throws: `SimulatorError` with code `profile` where a number of the profile is one that no phone has.
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
        // Their chance is their own, so that an app that uses them finds the same phone as one that does not.
        var seeds = SeededGenerator(seed: seed ^ 0x70_68_6F_6E_65)
        self.alarms = AndroidAlarms(profile: profile.alarms, seed: seeds.next())
        self.activity = ActivitySensor(
            profile: profile.activity,
            hasLevels: profile.platform == .ios,
            seed: seeds.next()
        )
        self.system = SystemSituation(bootTime: start, timeZone: timeZone, batterySince: start)
        for permission in Permission.allCases {
            let isFree = !permission.isAsked(on: profile.platform, profile.version)
            app.permissions[permission] = PermissionRecord(status: isFree ? .granted : .denied)
        }
        system.restSince = truth.isMoving ? nil : start
        queue.plan(.look, at: start)
        queue.plan(.fetch, at: start.advanced(bySeconds: profile.backgroundFetchSeconds))
        planMovementChange()
        planPowerSaving()
    }

    /// Moves time on to the next moment at which something happened.
    ///
    /// - Parameter time: how far at most.
    /// - Returns: what happened first; `nil` when nothing did, and it is `time` now.
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

    /// Lets a planned thing happen.
    private mutating func happen(_ planned: Planned) {
        switch planned {
        case .look: look()
        case .movementChange: changeMovement()
        case .regionWake: wakeRegions()
        case .visitWake: wakeVisits()
        case .deliver(let delivery): handOver(delivery)
        case .regionFailed(let id, let error, let process): if process == app.process { tell(.regionFailed(id, error)) }
        case .regionState(let id, let state, let process): if process == app.process { tell(.regionState(id, state)) }
        case .update(let process): if process == app.process { giveUpdate() }
        case .wrongPosition(let wrong): take(wrong)
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
        case .activityLook(let process): if process == app.process { lookAtActivity() }
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
