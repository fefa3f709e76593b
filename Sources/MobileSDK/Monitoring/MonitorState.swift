internal import PhoneOS
internal import VisitModel

/// Maps signals to the actions of monitoring, so that the rules can be read and tested without a phone.
struct MonitorState: Hashable, Sendable {
    let platform: Platform
    var isActive = false
    /// The regions that the system was requested to monitor and has not refused or lost, as far as known.
    var watched: Set<RegionID> = []
    /// Whether Android may monitor more than that: it cannot be queried, and keeps regions that an ended process
    /// requested.
    var mayWatchMore = false
    /// The last reported error about settings that prevent detection although places are monitored; `nil` if the
    /// settings are as they should be.
    var settingsError: PhoneError?
    /// The error that currently prevents all monitoring; `nil` if there is none.
    var obstacle: PhoneError?
    /// Whether responses to `requestState` are pending.
    var awaitsStates = false
    /// Wakes an app that relies on geofences alone when its member has moved far; `nil` for an app with continuous
    /// updates.
    var trigger: MovementTrigger?
    /// The fixes that such an app requests after a transition.
    var followUp = FixFollowUp()
    var transitions = ReportedTransitions()

    /// Whether the system was found to have fewer slots than the platform's limit since the last full registration.
    var lacksSlots = false
    /// Digests of the last requested shapes of the monitored regions, by name.
    var shapes: [RegionID: UInt64] = [:]
    /// The last reported numbers of facilities and of those that are monitored; `nil` if all are.
    var share: MonitoredShare?
    /// The number of the member's facilities; `nil` if it has to be counted again.
    var facilityCount: Int?
    /// The number of monitored regions at the last comparison with that.
    private var comparedCount: Int?
    var requests: [RegionID: RegionRequest] = [:]
    var retries = RegionRetries()
    var undelivered: [GeofenceEvent] = []
    var notices = VisitNotices()
    var isEmitting = false
    private var newestFix: Timestamp?
    /// The time of the last stop in this process.
    var stoppedAt: Timestamp?
    /// The state that is in the phone's storage, as far as this process wrote it.
    var kept: StoredMonitoring?

    enum Action: Hashable, Sendable {
        case report(PhoneReport)
        case reportTransitions([RegionID: FenceAction], Fix)
        case reconcile
        case requestFix
        case placeTrigger
        case checkObstacles
        case requestStates
        case measureRoom(RegionID, PhoneError)
        case restoreIfLost
    }

    init(platform: Platform, hasUpdates: Bool = true) {
        self.platform = platform
        trigger = hasUpdates ? nil : MovementTrigger()
    }

    /// Returns the time of a start of monitoring: later than that of the last stop, because reports of one millisecond
    /// have no order.
    func start(at time: Timestamp) -> Timestamp {
        stoppedAt.map { max(time, Timestamp(milliseconds: $0.milliseconds + 1)) } ?? time
    }

    mutating func handle(_ signal: PhoneSignal, at time: Timestamp) -> [Action] {
        guard isActive else { return [] }
        switch signal {
        case .fix(let fix, _):
            let needsAnother = trigger != nil && followUp.process(fix)
            return handle(fix, at: time) + (needsAnother ? [.requestFix] : [])
                + (retries.areDue(at: fix.time) ? [.reconcile] : [])
        case .regionTransition(let ids, let transition, let fix): return crossed(ids, transition, fix, at: time)
        case .regionFailed(let id, let error): return failed(id, error)
        case .locationServicesChanged(let isOn):
            let recovery = isOn ? recover(from: [.geofenceNotAvailable, .locationDenied, .regionMonitoringDenied]) : []
            return recovery + [.checkObstacles]
        case .playServicesChanged(let services):
            return services == .available ? recover(from: [.playServicesUnavailable]) : lose(Self.noPlayServices)
        case .permissionChanged(.fineLocation, let status), .permissionChanged(.backgroundLocation, let status):
            let codes: Set<PhoneError.Code> = [
                .insufficientLocationPermission, .regionMonitoringDenied, .locationDenied,
            ]
            return (status == .granted ? recover(from: codes) : []) + [.checkObstacles]
        case .precisionChanged(let precision):
            return (precision == .full ? recover(from: [.insufficientLocationPermission]) : []) + [.checkObstacles]
        case .regionState:
            // One fix for the whole batch of responses: what they mean for facilities is the evaluator's decision.
            guard awaitsStates else { return [] }
            awaitsStates = false
            return followUpFix()
        case .backgroundFetch:
            // A phone that relies on geofences alone reports its position at each background fetch of the system: it
            // bounds what happened in a gap in fixes, and finds a visit that the system's geofences failed to report.
            return (platform == .android ? [.report(.heartbeat)] : []) + (trigger == nil ? [] : [.requestFix])
                + (retries.isWaiting ? [.reconcile] : [])
        case .launched(.bootCompleted): return restarted(.rebooted)
        case .launched(.packageReplaced): return restarted(.appUpdated)
        case .launched(let reason): return started(reason)
        case .permissionChanged, .appStateChanged, .taskRemoved, .visit, .activity, .powerChanged, .connectivityChanged,
            .timeZoneChanged, .timer, .alarm, .locationUpdatesPaused, .locationUpdatesResumed, .backgroundTaskExpiring:
            return []
        }
    }

    /// Records a report and returns whether it follows all earlier ones in time; a late fix may change past visits too.
    mutating func comesInOrder(_ report: PhoneReport) -> Bool {
        switch report {
        case .slotsMeasured: lacksSlots = true
        case .rebooted, .appUpdated, .registrationsRestored:
            lacksSlots = false
            forgetCounts()
        case .listChanged: forgetCounts()
        case .fix, .transitions, .registrationsLost, .failed, .monitoringStopped, .heartbeat: break
        }
        guard let fix = report.fix else { return false }
        defer { newestFix = max(newestFix ?? fix.time, fix.time) }
        return newestFix.map { fix.time >= $0 } ?? false
    }

    /// Has the facilities counted again.
    mutating func forgetCounts() { (facilityCount, comparedCount) = (nil, nil) }

    /// Returns whether the number of monitored regions has to be compared with that of the facilities.
    ///
    /// Before the first selection, and while the system refuses regions temporarily, the number means nothing.
    mutating func needsComparison() -> Bool {
        guard isActive, obstacle == nil, !retries.isWaiting, !watched.isEmpty, comparedCount != watched.count else {
            return false
        }
        comparedCount = watched.count
        return true
    }

    /// Returns the error for a number of monitored facilities, if it is less than all and not reported yet.
    ///
    /// `facilities` is `nil` if the system's limit is not the reason.
    mutating func compare(_ monitored: Int, with facilities: Int?) -> PhoneError? {
        if let facilities { facilityCount = facilities }
        let now = facilities.flatMap { $0 > monitored ? MonitoredShare(facilities: $0, monitored: monitored) : nil }
        defer { share = now }
        return now == share ? nil : now?.error(on: platform, hasTrigger: trigger != nil)
    }

    /// Ends the emission after the last event.
    mutating func nextUndelivered() -> GeofenceEvent? {
        guard !undelivered.isEmpty else {
            isEmitting = false
            return nil
        }
        return undelivered.removeFirst()
    }

    private mutating func handle(_ fix: Fix, at time: Timestamp) -> [Action] {
        trigger?.update(fix)
        let transitions = transitions.current(at: time)
        return [transitions.isEmpty ? .report(.fix(fix)) : .reportTransitions(transitions, fix)]
            + (trigger?.isDue == true ? [.placeTrigger] : [])
    }

    /// Without updates, only requested fixes arrive besides, and the system's report is evidence that they lack.
    private mutating func crossed(
        _ ids: [RegionID],
        _ transition: RegionTransition,
        _ fix: Fix?,
        at time: Timestamp
    ) -> [Action] {
        if transition == .exit, ids.contains(where: \.isMovementTrigger) { trigger?.wasLeft() }
        if trigger != nil { transitions.record(transition, at: ids.filter { !$0.isMovementTrigger }, time) }
        let reports = fix.map { handle($0, at: time) } ?? []
        guard fix == nil || trigger != nil else { return reports }
        return reports + followUpFix()
    }

    /// Starts the follow-up if there are no continuous updates.
    mutating func followUpFix() -> [Action] {
        if trigger != nil { followUp.begin() }
        return [.requestFix]
    }

    /// Handles a restart or an update, after which the system has lost all regions; the engine decides what is
    /// monitored again.
    private mutating func restarted(_ report: PhoneReport) -> [Action] {
        forgetWatched()
        obstacle = nil
        return [.report(report), .reconcile] + fixWithoutUpdates() + [.checkObstacles]
    }

    /// Requests a fix at every new start if there are no continuous updates.
    private mutating func fixWithoutUpdates() -> [Action] { trigger == nil ? [] : followUpFix() }

    /// Handles the start of a process: everything is registered again, since losses while no process ran, and their
    /// causes, are unknown.
    ///
    /// Android, which cannot be queried, is first requested to remove everything, unless a fence started the process
    /// and is therefore alive. An app is started in the background many times a day, which is no reason to retry what
    /// was refused.
    private mutating func started(_ reason: LaunchReason) -> [Action] {
        if platform == .android, reason != .location { forgetWatched() }
        obstacle = nil
        let isQuiet = reason == .location || platform == .ios && reason == .backgroundFetch
        return [isQuiet ? .restoreIfLost : .report(.registrationsRestored), .reconcile] + fixWithoutUpdates()
            + [.checkObstacles]
    }

    /// Records that nothing is monitored any more, until the obstacle is gone.
    mutating func lose(_ error: PhoneError) -> [Action] {
        guard obstacle == nil else { return [] }
        obstacle = error
        forgetWatched()
        return [.report(.registrationsLost(error))]
    }

    /// Discards what is known of the system's monitored regions.
    private mutating func forgetWatched() {
        watched = []
        trigger?.wasLost()
        mayWatchMore = platform == .android
    }

    private mutating func recover(from codes: Set<PhoneError.Code>) -> [Action] {
        guard let obstacle, codes.contains(obstacle.code) else { return [] }
        return recover()
    }

    private mutating func recover() -> [Action] {
        guard obstacle != nil else { return [] }
        obstacle = nil
        return [.report(.registrationsRestored), .reconcile] + fixWithoutUpdates()
    }

    private static let noPlayServices = PhoneError(
        .playServicesUnavailable,
        "Google Play services are missing or outdated, and geofences need them: install or update them"
    )
}

extension RegionID {
    /// Whether this is the app's own region instead of a facility's.
    var isMovementTrigger: Bool { text == MovementTrigger.regionName }
}

extension MonitorState {
    /// The same error is reported once, even across restarts of the process.
    ///
    /// It is not reported while nothing is monitored because of an obstacle, since that was reported already. When it
    /// is resolved and no place is monitored yet, the fix that selects the first ones is requested: one requested
    /// before was lost. On iOS, where regions stay listed but silent, the member may have crossed any of them.
    mutating func found(_ settingsError: PhoneError?) -> [Action] {
        let before = self.settingsError
        self.settingsError = settingsError
        guard obstacle == nil, settingsError != before else { return [] }
        if let settingsError { return [.report(.failed(settingsError))] }
        guard !watched.isEmpty else { return followUpFix() }
        guard platform == .ios else { return [] }
        awaitsStates = true
        return [.requestStates]
    }
}

extension MonitorState {
    /// An id of `nil` stands for all regions.
    mutating func failed(_ id: RegionID?, _ error: PhoneError) -> [Action] {
        switch error.code {
        case .regionMonitoringFailure, .tooManyGeofences:
            guard let id else { return [.report(.failed(error))] }
            watched.remove(id)
            return [.measureRoom(id, error)]
        case .locationDenied, .regionMonitoringDenied, .geofenceNotAvailable, .insufficientLocationPermission,
            .playServicesUnavailable:
            if let id { watched.remove(id) }
            return lose(error)
        case .invalidRequest, .manifestIncomplete:
            if let id { watched.remove(id) }
            return [.report(.failed(error))]
        case .regionMonitoringSetupDelayed, .tooManyPendingIntents, .requestTooFrequent:
            // The region is accepted (iOS), or will be requested again later.
            return [.report(.failed(error))]
        }
    }

    /// The farthest place is dropped in favour of the movement trigger.
    mutating func triggerRefused(_ error: PhoneError) -> [Action] {
        guard trigger != nil else { return [] }
        trigger?.wasRefused(beside: watched.count)
        return watched.isEmpty
            ? [.report(.failed(error))] : [.report(.slotsMeasured(watched.count - 1, error)), .reconcile]
    }
}
