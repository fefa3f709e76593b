internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Begins a background task of the app (iOS).
    ///
    /// - Parameter name: the task's name; one in progress is not begun twice.
    public mutating func beginBackgroundTask(_ name: String) {
        guard profile.platform == .ios, app.state.isRunning, !app.backgroundTasks.contains(name) else { return }
        app.backgroundTasks.append(name)
        planBackgroundLimit()
    }

    /// Ends a background task of the app (iOS); after the last one the app is suspended as usual.
    ///
    /// - Parameter name: the task's name; an unknown one is ignored.
    public mutating func endBackgroundTask(_ name: String) {
        guard let index = app.backgroundTasks.firstIndex(of: name) else { return }
        app.backgroundTasks.remove(at: index)
        guard app.backgroundTasks.isEmpty, app.state == .background, !app.isSuspended else { return }
        queue.plan(.suspension(process: app.process), at: max(now, app.awakeUntil ?? now))
    }

    /// Sets whether the app prevents its suspension (iOS).
    ///
    /// - Parameter isOn: whether it does from now on.
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
}
