public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Where the app stands.
    public var appState: AppState { app.state }

    /// The member opens the app.
    public mutating func openApp() {
        guard system.isOn, app.state != .foreground, app.state != .uninstalled else { return }
        if !app.state.isRunning { launch(.user) }
        go(.foreground)
    }

    /// The member turns to something else.
    public mutating func leaveApp() {
        guard app.state == .foreground else { return }
        go(.background)
        planBackgroundKill()
    }

    /// The system ends the app's process, for instance to free memory.
    public mutating func killApp() { endApp(.terminated) }

    /// The member swipes the app away from the list of recent apps.
    ///
    /// On iOS that ends its process, whether it runs or is suspended; a suspended one receives nothing. On Android the process
    /// is notified, goes on without a screen for as long as a foreground service runs, and ends otherwise; what the system watches
    /// for the app stays in any case (Google, `Service.onTaskRemoved`, "Processes and app lifecycle").
    public mutating func swipeAwayApp() {
        guard profile.platform == .android else { return forceQuitApp() }
        guard app.state.isRunning else { return }
        if app.state == .foreground { leaveApp() }
        tell(.taskRemoved)
        queue.plan(.taskRemoval(process: app.process), at: now)
    }

    /// What Android does with the process of an app that was swiped away, once the app has heard of it.
    mutating func endRemovedTask() {
        guard app.state == .background, !app.hasForegroundService else { return }
        endApp(.terminated)
    }

    /// The member ends the app: swipes it away on iOS, forces it to stop on Android.
    public mutating func forceQuitApp() {
        if profile.platform == .android {
            app.hasForegroundService = false
            loseAlarms()
        }
        endApp(.forceQuit)
    }

    /// Ends the process: what it asked for is gone, what the system keeps for the app stays.
    mutating func endApp(_ state: AppState) {
        let isWorse = state != .terminated && app.state != state && app.state != .uninstalled
        guard app.state.isRunning || isWorse else { return }
        // Nothing of a suspended app runs that could be told.
        if app.state.isRunning, !app.isSuspended { signals.append(.appStateChanged(state)) }
        app.state = state
        app.process += 1
        app.updates = nil
        app.lastUpdate = nil
        activity.stop()
        app.forgetRequests()
        app.hasForegroundService = false
        forgetSuspension()
        notes.append(.app(state))
    }

    /// Starts the app's process in the background.
    mutating func launch(_ reason: LaunchReason) {
        app.process += 1
        app.state = .background
        app.backgroundSince = now
        costs.launches[reason, default: 0] += 1
        notes.append(.launched(reason))
        signals.append(.launched(reason))
        stayAwake()
        if reason != .user { planBackgroundKill() }
    }

    private mutating func go(_ state: AppState) {
        app.state = state
        notes.append(.app(state))
        let missed = app.missed
        forgetSuspension()
        signals.append(.appStateChanged(state))
        for signal in missed { tell(signal) }
        stayAwake()
        app.backgroundSince = state == .background ? now : nil
        if state == .foreground { resumeUpdates() }
        planPause()
        wakeAlarms()
        // What may be watched depends on whether the app is in use.
        wakeRegions()
    }

    private mutating func planBackgroundKill() {
        guard profile.platform == .android, profile.backgroundKillSeconds.isFinite else { return }
        queue.plan(.backgroundKill(process: app.process), at: now.advanced(bySeconds: profile.backgroundKillSeconds))
    }

    /// Tells the app something, if its process runs; one that is suspended hears of it when it is woken.
    mutating func tell(_ signal: PhoneSignal) {
        guard app.state.isRunning, system.isOn else { return }
        if app.isSuspended { return miss(signal) }
        switch signal {
        case .timer: costs.timers += 1
        case .alarm: costs.alarms += 1
        default: break
        }
        signals.append(signal)
    }

    /// Whether the system would start the app's process to tell it of a location.
    ///
    /// iOS starts an app again even after the member ended it (Apple's guides for regions and significant changes); Android
    /// delivers nothing to an app that was forced to stop until it is opened (Google, "App launch restrictions").
    var canStartForLocation: Bool {
        guard system.isOn, system.isUnlocked else { return false }
        switch app.state {
        case .foreground, .background, .terminated: return true
        case .forceQuit: return profile.platform == .ios && profile.ios.relaunchesAfterForceQuit
        case .uninstalled: return false
        }
    }

    /// Tells the app of a location, starting its process where that does not run.
    ///
    /// - Returns: false where the system would not start it.
    mutating func tellStarting(_ signal: PhoneSignal) -> Bool {
        guard canStartForLocation else { return false }
        if app.state.isRunning { wake() } else { launch(.location) }
        tell(signal)
        return true
    }

    /// Gives an app in the background a moment to fetch.
    mutating func offerFetch() {
        queue.plan(.fetch, at: now.advanced(bySeconds: profile.backgroundFetchSeconds))
        guard system.isOn, system.isUnlocked, !isDozing, app.state == .background || app.state == .terminated else {
            return
        }
        // Low Power Mode turns background fetches off (Apple, "Energy Efficiency Guide for iOS Apps").
        if profile.platform == .ios, !app.manifest.backgroundModes.contains("fetch") || system.isPowerSaving { return }
        if app.state == .terminated { launch(.backgroundFetch) } else { wake() }
        tell(.backgroundFetch)
    }
}
