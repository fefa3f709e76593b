internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Whether iOS has suspended the app in the background: its process is there, but nothing of it runs.
    ///
    /// That befalls an app without location updates, without a background task and without `setPreventsSuspension`,
    /// `relaunchRunSeconds` after it left the screen, was started or was woken. A region's transition, a significant change, a
    /// visit, a background fetch and the member wake it. Of the rest it hears when it is woken, of each kind the last (Apple,
    /// "Processing Queued Notifications at Wakeup Time"), and of each timer that came due; readings that it asked for and
    /// that were not there in time are lost. Always false on Android, which lets processes run.
    public var isAppSuspended: Bool { app.isSuspended }

    /// Whether location updates keep an app in the background running.
    var hasBackgroundUpdates: Bool {
        app.updates != nil && !app.isPaused && system.isLocationOn && isGranted(.fineLocation)
            && mayHaveUpdatesInBackgroundOfIOS
    }

    /// Whether anything keeps an app in the background running for as long as it lasts.
    var isKeptRunning: Bool { hasBackgroundUpdates || app.preventsSuspension }

    /// Lets an app that its location updates keep running go on for a while, should what is changed now end them.
    mutating func stayAwakeAfterUpdates() {
        if hasBackgroundUpdates { stayAwake() }
    }

    /// Lets an app in the background that runs go on for a while.
    mutating func stayAwake() {
        guard profile.platform == .ios, app.state == .background, !app.isSuspended else { return }
        let end = now.advanced(bySeconds: profile.ios.relaunchRunSeconds)
        app.awakeUntil = app.awakeUntil.map { max($0, end) } ?? end
        queue.plan(.suspension(process: app.process), at: end)
        renewBackgroundLimit()
    }

    /// Lets the app run for something that it is told, and tells it what it missed.
    mutating func wake() {
        if app.isSuspended {
            let missed = app.missed
            forgetSuspension()
            costs.resumptions += 1
            for signal in missed { tell(signal) }
        }
        stayAwake()
    }

    /// Suspends the app, if its time is over and nothing keeps it running.
    mutating func suspend() {
        guard profile.platform == .ios, app.state == .background, !isKeptRunning else { return }
        if let end = app.awakeUntil, now < end { return }
        if !app.backgroundTasks.isEmpty, let limit = app.backgroundLimit, now < limit { return }
        app.isSuspended = true
    }

    /// Keeps what a suspended app is told when it is woken.
    mutating func miss(_ signal: PhoneSignal) {
        switch signal {
        // The time for a task is given to a process that runs.
        case .fix, .backgroundTaskExpiring: return
        case .regionFailed, .regionState, .regionTransition, .visit, .launched, .alarm, .taskRemoved: break
        case .appStateChanged, .activity, .locationServicesChanged, .permissionChanged, .precisionChanged,
            .playServicesChanged, .powerChanged, .connectivityChanged, .backgroundFetch, .timeZoneChanged, .timer,
            .locationUpdatesPaused, .locationUpdatesResumed:
            app.missed.removeAll { $0.isOfTheKind(of: signal) }
        }
        app.missed.append(signal)
    }

    /// A process that begins or ends, or is on the screen, is not suspended.
    mutating func forgetSuspension() {
        app.isSuspended = false
        app.awakeUntil = nil
        (app.backgroundLimit, app.wasWarned) = (nil, false)
        app.missed = []
    }
}

extension PhoneSignal {
    /// Whether two signals tell of the same thing, so that the later one makes the earlier one needless.
    fileprivate func isOfTheKind(of other: PhoneSignal) -> Bool {
        switch (self, other) {
        case (.permissionChanged(let one, _), .permissionChanged(let other, _)): one == other
        case (.timer(let one), .timer(let other)): one == other
        // Of a pause and its end, how it is by now.
        case (.locationUpdatesPaused, .locationUpdatesPaused), (.locationUpdatesPaused, .locationUpdatesResumed),
            (.locationUpdatesResumed, .locationUpdatesPaused), (.locationUpdatesResumed, .locationUpdatesResumed):
            true
        case (.appStateChanged, .appStateChanged), (.activity, .activity), (.backgroundFetch, .backgroundFetch),
            (.locationServicesChanged, .locationServicesChanged), (.precisionChanged, .precisionChanged),
            (.playServicesChanged, .playServicesChanged), (.powerChanged, .powerChanged),
            (.connectivityChanged, .connectivityChanged), (.timeZoneChanged, .timeZoneChanged):
            true
        default: false
        }
    }
}
