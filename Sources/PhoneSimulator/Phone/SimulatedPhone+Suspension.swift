internal import PhoneOS
public import VisitModel

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

extension SimulatedPhone {
    /// Begins a background task of the app (iOS); one in progress is not begun twice.
    public mutating func beginBackgroundTask(_ name: String) {
        guard profile.platform == .ios, app.state.isRunning, !app.backgroundTasks.contains(name) else { return }
        app.backgroundTasks.append(name)
        planBackgroundLimit()
    }

    /// Ends a background task of the app (iOS) and ignores an unknown name.
    ///
    /// After the last one the app is suspended as usual.
    public mutating func endBackgroundTask(_ name: String) {
        guard let index = app.backgroundTasks.firstIndex(of: name) else { return }
        app.backgroundTasks.remove(at: index)
        guard app.backgroundTasks.isEmpty, app.state == .background, !app.isSuspended else { return }
        queue.plan(.suspension(process: app.process), at: max(now, app.awakeUntil ?? now))
    }

    /// Sets whether the app prevents its suspension (iOS).
    public mutating func setPreventsSuspension(_ isOn: Bool) {
        guard profile.platform == .ios, app.state.isRunning, app.preventsSuspension != isOn else { return }
        app.preventsSuspension = isOn
        if !isOn { stayAwake() }
    }

    /// Grants an app in the background new time for its tasks, if it has none left.
    mutating func renewBackgroundLimit() {
        if let limit = app.backgroundLimit, now < limit { return }
        app.backgroundLimit = now.advanced(bySeconds: profile.background.taskSeconds)
        app.wasWarned = false
        planBackgroundLimit()
    }

    private mutating func planBackgroundLimit() {
        guard !app.backgroundTasks.isEmpty, let limit = app.backgroundLimit else { return }
        for time in [limit.advanced(bySeconds: -profile.background.taskWarningSeconds), limit] {
            queue.plan(.backgroundTime(process: app.process), at: max(time, now))
        }
    }

    /// Warns the app shortly before its time for background tasks ends, and ends its process after that.
    mutating func checkBackgroundTime() {
        guard let limit = app.backgroundLimit, !app.backgroundTasks.isEmpty, app.state == .background,
            !app.isSuspended, !isKeptRunning
        else { return }
        if now >= limit { return endApp(.terminated) }
        let warning = limit.advanced(bySeconds: -profile.background.taskWarningSeconds)
        guard now >= warning, !app.wasWarned else { return }
        app.wasWarned = true
        for name in app.backgroundTasks { deliver(.backgroundTaskExpiring(name)) }
    }

    /// Whether iOS has paused the app's location updates.
    public var areUpdatesPaused: Bool { app.isPaused }

    /// Whether iOS indicates the app's location updates in the background, as the app requested.
    public var isLocationIndicatorShown: Bool {
        profile.platform == .ios && app.state == .background && app.updates?.showsIndicator == true && !app.isPaused
            && canGetUpdates
    }

    /// The time at which updates are paused: the phone rests, and the app is in the background and has not just
    /// requested them.
    ///
    /// That they continue while the app is in the foreground is an assumption; Apple says that entering it resumes
    /// them.
    private var pauseDue: Timestamp? {
        guard profile.platform == .ios, app.state == .background, app.updates?.pausesAutomatically == true,
            !app.isPaused, let rest = system.restSince, let background = app.backgroundSince
        else { return nil }
        return max(rest, background, app.updatesSince ?? rest).advanced(bySeconds: profile.background.pauseAfterSeconds)
    }

    mutating func planPause() {
        if let due = pauseDue { queue.plan(.pause(process: app.process), at: max(due, now)) }
    }

    mutating func pauseUpdates() {
        guard let due = pauseDue, due <= now else { return }
        guard canGetUpdates else {
            return queue.plan(.pause(process: app.process), at: now.advanced(bySeconds: 60))
        }
        stayAwakeAfterUpdates()
        app.isPaused = true
        app.lastUpdate = nil
        cancelUpdate()
        deliver(.locationUpdatesPaused)
    }

    /// Resumes paused updates, as when the app enters the foreground.
    mutating func resumeUpdates() {
        guard app.isPaused else { return }
        app.isPaused = false
        app.updatesSince = now
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: 1))
        deliver(.locationUpdatesResumed)
    }

    /// Sets a timer of the app's process; a time in the past means now, and `nil` cancels the timer.
    public mutating func setTimer(_ name: String, at time: Timestamp?) {
        let process = app.process
        if app.timers.remove(name) != nil {
            queue.cancel { if case .timer(name, process) = $0 { true } else { false } }
        }
        // A timer that came due during the suspension and was not delivered yet.
        app.missed.removeAll { $0 == .timer(name) }
        guard let time, app.state.isRunning else { return }
        app.timers.insert(name)
        queue.plan(.timer(name, process: process), at: max(time, now))
    }

    /// Fires a timer; a suspended process receives it when it runs again.
    mutating func ring(_ name: String) {
        guard app.timers.remove(name) != nil else { return }
        deliver(.timer(name))
    }

    /// Sets or cancels an alarm of the app, which fires whether or not its process runs (Android).
    ///
    /// A time in the past means now, and `nil` cancels the alarm. An inexact alarm fires some time later when it suits
    /// the system.
    public mutating func setAlarm(_ name: String, at time: Timestamp?, exact isExact: Bool = false) {
        guard profile.platform == .android, app.state.isRunning || time == nil else { return }
        if let time { alarms.set(name, at: time, exact: isExact, now: now) } else { alarms.cancel(name) }
        planAlarmWake()
    }

    /// Fires due alarms, launching the app's process for the first if necessary.
    mutating func wakeAlarms() {
        guard !alarms.names.isEmpty else { return }
        defer { planAlarmWake() }
        guard system.isOn else { return }
        let due = alarms.removeDue(at: now, isDozing: isDozing)
        guard !due.isEmpty, app.state.isRunning || app.state == .terminated else { return }
        if app.state.isRunning { wake() } else { launch(.alarm) }
        for name in due { deliver(.alarm(name)) }
    }

    mutating func loseAlarms() {
        alarms.clear()
        planAlarmWake()
    }

    private mutating func planAlarmWake() {
        queue.cancel { if case .alarmWake = $0 { true } else { false } }
        if let wake = alarms.nextWake, system.isOn { queue.plan(.alarmWake, at: max(wake, now)) }
    }
}
