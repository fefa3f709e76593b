internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The app begins something that it wants to finish before it is suspended (iOS).
    ///
    /// - Parameter name: the task's name; one that is begun already is not begun twice.
    public mutating func beginBackgroundTask(_ name: String) {
        guard profile.platform == .ios, app.state.isRunning, !app.backgroundTasks.contains(name) else { return }
        app.backgroundTasks.append(name)
        planBackgroundLimit()
    }

    /// It has ended that (iOS): with the last one the app is suspended as usual.
    ///
    /// - Parameter name: a task that is not begun is ignored.
    public mutating func endBackgroundTask(_ name: String) {
        guard let index = app.backgroundTasks.firstIndex(of: name) else { return }
        app.backgroundTasks.remove(at: index)
        guard app.backgroundTasks.isEmpty, app.state == .background, !app.isSuspended else { return }
        queue.plan(.suspension(process: app.process), at: max(now, app.awakeUntil ?? now))
    }

    /// The app keeps itself from being suspended, or no longer (iOS).
    ///
    /// - Parameter isOn: whether it does from now on.
    public mutating func setPreventsSuspension(_ isOn: Bool) {
        guard profile.platform == .ios, app.state.isRunning, app.preventsSuspension != isOn else { return }
        app.preventsSuspension = isOn
        if !isOn { stayAwake() }
    }

    /// Gives an app in the background the time for its tasks, where it has none left.
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

    /// The time for background tasks may be nearly over, or over.
    mutating func checkBackgroundTime() {
        guard let limit = app.backgroundLimit, !app.backgroundTasks.isEmpty, app.state == .background,
            !app.isSuspended, !isKeptRunning
        else { return }
        if now >= limit { return endApp(.terminated) }
        let warning = limit.advanced(bySeconds: -profile.background.taskWarningSeconds)
        guard now >= warning, !app.wasWarned else { return }
        app.wasWarned = true
        for name in app.backgroundTasks { tell(.backgroundTaskExpiring(name)) }
    }
}
