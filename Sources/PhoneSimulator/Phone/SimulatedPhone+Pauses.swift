internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
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

    /// Schedules the pause, if one may come.
    mutating func planPause() {
        if let due = pauseDue { queue.plan(.pause(process: app.process), at: max(due, now)) }
    }

    /// Pauses the updates, if the pause is due and the app receives any.
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
}
