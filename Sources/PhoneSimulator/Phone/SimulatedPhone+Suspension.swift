internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Whether iOS has suspended the app in the background: its process exists, but does not run.
    ///
    /// An app without location updates, without a background task and without `setPreventsSuspension` is suspended
    /// `relaunchRunSeconds` after it left the foreground, was launched or was woken. A region transition, a significant
    /// change, a visit, a background fetch and the member wake it. It then receives the other signals that it missed,
    /// the last of each kind (Apple, "Processing Queued Notifications at Wakeup Time"), and each timer that came due.
    /// Requested fixes that were not available in time are lost. Always false on Android, which does not suspend
    /// processes.
    public var isAppSuspended: Bool { app.isSuspended }

    /// Whether location updates keep an app in the background running.
    var hasBackgroundUpdates: Bool {
        app.updates != nil && !app.isPaused && system.isLocationOn && isGranted(.fineLocation)
            && mayHaveUpdatesInBackgroundOfIOS
    }

    /// Whether anything keeps an app in the background running indefinitely.
    var isKeptRunning: Bool { hasBackgroundUpdates || app.preventsSuspension }

    /// Keeps an app that runs because of its location updates awake for a while, in case the following change ends
    /// them.
    mutating func stayAwakeAfterUpdates() {
        if hasBackgroundUpdates { stayAwake() }
    }

    /// Keeps a running app in the background awake for a while.
    mutating func stayAwake() {
        guard profile.platform == .ios, app.state == .background, !app.isSuspended else { return }
        let end = now.advanced(bySeconds: profile.ios.relaunchRunSeconds)
        app.awakeUntil = app.awakeUntil.map { max($0, end) } ?? end
        queue.plan(.suspension(process: app.process), at: end)
        renewBackgroundLimit()
    }

    /// Wakes the app for a delivery, and delivers the signals that it missed.
    mutating func wake() {
        if app.isSuspended {
            let missed = app.missed
            forgetSuspension()
            costs.resumptions += 1
            for signal in missed { deliver(signal) }
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

    /// Stores a signal that a suspended app receives when it is woken.
    mutating func miss(_ signal: PhoneSignal) {
        switch signal {
        // Time for a background task is granted only to a running process.
        case .fix, .backgroundTaskExpiring: return
        case .regionFailed, .regionState, .regionTransition, .visit, .launched, .alarm, .taskRemoved: break
        case .appStateChanged, .activity, .locationServicesChanged, .permissionChanged, .precisionChanged,
            .playServicesChanged, .powerChanged, .connectivityChanged, .backgroundFetch, .timeZoneChanged, .timer,
            .locationUpdatesPaused, .locationUpdatesResumed:
            app.missed.removeAll { $0.isOfTheKind(of: signal) }
        }
        app.missed.append(signal)
    }

    /// Ends the suspension: a process that starts or ends, or is in the foreground, is not suspended.
    mutating func forgetSuspension() {
        app.isSuspended = false
        app.awakeUntil = nil
        (app.backgroundLimit, app.wasWarned) = (nil, false)
        app.missed = []
    }
}

extension PhoneSignal {
    /// Returns whether two signals have the same subject, so that the later one makes the earlier one obsolete.
    fileprivate func isOfTheKind(of other: PhoneSignal) -> Bool {
        switch (self, other) {
        case (.permissionChanged(let one, _), .permissionChanged(let other, _)): one == other
        case (.timer(let one), .timer(let other)): one == other
        // Of a pause and its end, only the latest state matters.
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
