internal import PhoneOS
internal import VisitModel

/// What the phone-side part knows of the phone, and what it makes of each signal.
///
/// A value: signals go in, and what is to be done comes out, so that the rules can be read and tested without a phone.
struct MonitorState: Hashable, Sendable {
    /// The phone's operating system.
    let platform: Platform
    /// Whether places are watched.
    var isActive = false
    /// What the system was asked to watch and has not refused or lost, as far as known.
    var watched: Set<RegionID> = []
    /// Whether Android may watch more than that: it can't be asked, and keeps what it was told by a process that is gone.
    var mayWatchMore = false
    /// Why nothing is watched at the moment although it should be; `nil` when it is.
    var obstacle: PhoneError?
    /// What was told last of settings that keep the phone silent although places are watched; `nil` when they are as they
    /// should be.
    var trouble: PhoneError?
    /// Whether the answers to `requestState` are waited for.
    var awaitsStates = false
    /// What wakes an app that lives by geofences alone when its member has moved far; `nil` for one with readings of its own.
    var trigger: MovementTrigger?
    /// What such an app asks for after a transition.
    var followUp = FixFollowUp()

    /// Whether the system was found to have fewer slots than the platform's limit, since everything was last registered.
    var lacksSlots = false
    /// What was last asked for under a name that is watched, as digests.
    var shapes: [RegionID: UInt64] = [:]
    /// What was asked for before, by name.
    var requests: [RegionID: RegionRequest] = [:]
    /// What is wanted and was refused for a while, and what was removed a moment ago.
    var retries = RegionRetries()
    /// What happened and has not been told yet, in order.
    var untold: [GeofenceEvent] = []
    /// Which of that the member is notified of.
    var notices = VisitNotices()
    /// Whether somebody is about to tell it.
    var isTelling = false
    /// When the newest fix that was reported was taken.
    private var newestFix: Timestamp?
    /// What the phone keeps of this for a new process, as far as this one wrote it.
    var kept: StoredMonitoring?

    /// Something to be done.
    enum Action: Hashable, Sendable {
        /// Report to the recorder.
        case report(PhoneReport)
        /// Make what the system watches what it should watch.
        case reconcile
        /// Ask for one reading.
        case requestFix
        /// Lay the movement trigger round the last good fix.
        case placeTrigger
        /// Look whether the settings keep the phone silent.
        case lookForTrouble
        /// Ask on which side of the regions' edges the phone is.
        case requestStates
        /// Look what a refused region says of the room that there is.
        case measureRoom(RegionID, PhoneError)
        /// Let the recorder begin anew where it has given everything up.
        case restoreIfLost
    }

    init(platform: Platform, hasUpdates: Bool = true) {
        self.platform = platform
        trigger = hasUpdates ? nil : MovementTrigger()
    }

    /// What is to be done about a signal.
    mutating func hear(_ signal: PhoneSignal) -> [Action] {
        guard isActive else { return [] }
        switch signal {
        case .fix(let fix, _):
            return take(fix) + (trigger != nil && followUp.take(fix) ? [.requestFix] : [])
                + (retries.areDue(at: fix.time) ? [.reconcile] : [])
        case .regionTransition(let ids, let transition, let fix):
            return crossed(ids, transition, fix)
        case .regionFailed(let id, let error):
            return failed(id, error)
        case .locationServicesChanged(let isOn):
            let recovery = isOn ? recover(from: [.geofenceNotAvailable, .locationDenied, .regionMonitoringDenied]) : []
            return recovery + [.lookForTrouble]
        case .playServicesChanged(let services):
            return services == .available ? recover(from: [.playServicesUnavailable]) : lose(Self.noPlayServices)
        case .permissionChanged(.fineLocation, let status), .permissionChanged(.backgroundLocation, let status):
            let codes: Set<PhoneError.Code> = [
                .insufficientLocationPermission, .regionMonitoringDenied, .locationDenied,
            ]
            return (status == .granted ? recover(from: codes) : []) + [.lookForTrouble]
        case .precisionChanged(let precision):
            return (precision == .full ? recover(from: [.insufficientLocationPermission]) : []) + [.lookForTrouble]
        case .regionState:
            // One reading for the whole batch of answers: what they say of facilities is the evaluator's to decide.
            guard awaitsStates else { return [] }
            awaitsStates = false
            return followUpFix()
        case .backgroundFetch:
            // A phone that lives by geofences alone says where it is at each of the system's moments for background work: it
            // bounds what happened in a silence, and finds a visit that the system's geofences failed to tell of.
            return (platform == .android ? [.report(.heartbeat)] : []) + (trigger == nil ? [] : [.requestFix])
                + (retries.isWaiting ? [.reconcile] : [])
        case .launched(.bootCompleted):
            return restarted(.rebooted)
        case .launched(.packageReplaced):
            return restarted(.appUpdated)
        case .launched(let reason):
            return started(reason)
        case .permissionChanged, .appStateChanged, .taskRemoved, .visit, .activity, .powerChanged, .connectivityChanged,
            .timeZoneChanged, .timer, .alarm, .locationUpdatesPaused, .locationUpdatesResumed, .backgroundTaskExpiring:
            return []
        }
    }

    /// Takes note of a report, and says whether it comes after all that were before: a late reading changes what has been, too.
    mutating func comesInOrder(_ report: PhoneReport) -> Bool {
        switch report {
        case .slotsMeasured: lacksSlots = true
        case .rebooted, .appUpdated, .registrationsRestored: lacksSlots = false
        case .fix, .registrationsLost, .failed, .monitoringStopped, .listChanged, .heartbeat: break
        }
        guard case .fix(let fix) = report else { return false }
        defer { newestFix = max(newestFix ?? fix.time, fix.time) }
        return newestFix.map { fix.time >= $0 } ?? false
    }

    /// The next event to tell; with the last of them the telling is over.
    mutating func nextUntold() -> GeofenceEvent? {
        guard !untold.isEmpty else {
            isTelling = false
            return nil
        }
        return untold.removeFirst()
    }

    /// A reading has come.
    private mutating func take(_ fix: Fix) -> [Action] {
        trigger?.take(fix)
        return [.report(.fix(fix))] + (trigger?.isDue == true ? [.placeTrigger] : [])
    }

    /// A transition has come, perhaps with a reading; without updates, that is all there is but for what is asked for.
    private mutating func crossed(_ ids: [RegionID], _ transition: RegionTransition, _ fix: Fix?) -> [Action] {
        if transition == .exit, ids.contains(where: \.isMovementTrigger) { trigger?.wasLeft() }
        let reports = fix.map { take($0) } ?? []
        guard fix == nil || trigger != nil else { return reports }
        return reports + followUpFix()
    }

    /// Asks for one reading, and for another after that where there are no others.
    mutating func followUpFix() -> [Action] {
        if trigger != nil { followUp.begin() }
        return [.requestFix]
    }

    /// The system has forgotten everything with a restart or an update; the engine says what is to be watched again.
    private mutating func restarted(_ report: PhoneReport) -> [Action] {
        forgetWatched()
        obstacle = nil
        return [.report(report), .reconcile] + fixWithoutUpdates() + [.lookForTrouble]
    }

    /// An app without updates asks where it is, whenever it begins anew.
    private mutating func fixWithoutUpdates() -> [Action] { trigger == nil ? [] : followUpFix() }

    /// A new process asks for everything again: it does not know what was lost while none ran, and what stood in the way.
    ///
    /// Android, which can't be asked what it watches, is told to forget it all first; a fence that the process was started
    /// for is alive. An app is started in the background many times a day: that is no reason to try again what was refused.
    private mutating func started(_ reason: LaunchReason) -> [Action] {
        if platform == .android, reason != .location { forgetWatched() }
        obstacle = nil
        let isQuiet = reason == .location || platform == .ios && reason == .backgroundFetch
        return [isQuiet ? .restoreIfLost : .report(.registrationsRestored), .reconcile] + fixWithoutUpdates()
            + [.lookForTrouble]
    }

    /// Nothing is watched any more, until what stands in the way is gone.
    mutating func lose(_ error: PhoneError) -> [Action] {
        guard obstacle == nil else { return [] }
        obstacle = error
        forgetWatched()
        return [.report(.registrationsLost(error))]
    }

    /// What the system watches is not known any more.
    private mutating func forgetWatched() {
        watched = []
        trigger?.wasLost()
        mayWatchMore = platform == .android
    }

    /// Something that may have stood in the way is gone.
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
    /// Whether this is the app's own region and no facility's.
    var isMovementTrigger: Bool { text == MovementTrigger.regionName }
}
