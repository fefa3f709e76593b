internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Whether iOS has paused the readings that the app asked for.
    public var areUpdatesPaused: Bool { app.isPaused }

    /// Whether iOS shows that the app gets readings in the background, because it asked for that to be shown.
    public var isLocationIndicatorShown: Bool {
        profile.platform == .ios && app.state == .background && app.updates?.showsIndicator == true && !app.isPaused
            && canGetUpdates
    }

    /// When readings are paused: the phone rests, and the app is in the background and did not just ask for them.
    ///
    /// That they go on while the app is on the screen is our assumption; Apple says that coming to it resumes them.
    private var pauseDue: Timestamp? {
        guard profile.platform == .ios, app.state == .background, app.updates?.pausesAutomatically == true,
            !app.isPaused, let rest = system.restSince, let background = app.backgroundSince
        else { return nil }
        return max(rest, background, app.updatesSince ?? rest).advanced(bySeconds: profile.background.pauseAfterSeconds)
    }

    /// Plans the pause, where one may come.
    mutating func planPause() {
        if let due = pauseDue { queue.plan(.pause(process: app.process), at: max(due, now)) }
    }

    /// Pauses the readings, if it is time for that and there are any.
    mutating func pauseUpdates() {
        guard let due = pauseDue, due <= now else { return }
        guard canGetUpdates else {
            return queue.plan(.pause(process: app.process), at: now.advanced(bySeconds: 60))
        }
        stayAwakeAfterUpdates()
        app.isPaused = true
        app.lastUpdate = nil
        cancelUpdate()
        tell(.locationUpdatesPaused)
    }

    /// Lets paused readings go on, as an app that comes to the screen has them.
    mutating func resumeUpdates() {
        guard app.isPaused else { return }
        app.isPaused = false
        app.updatesSince = now
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: 1))
        tell(.locationUpdatesResumed)
    }
}
