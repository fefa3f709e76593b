public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The state of the app.
    public var appState: AppState { app.state }

    /// Opens the app, as the member would.
    public mutating func openApp() {
        guard system.isOn, app.state != .foreground, app.state != .uninstalled else { return }
        if !app.state.isRunning { launch(.user) }
        go(.foreground)
    }

    /// Moves the app to the background, as the member would.
    public mutating func leaveApp() {
        guard app.state == .foreground else { return }
        go(.background)
        planBackgroundKill()
    }

    /// Ends the app's process, as the system would, for instance to free memory.
    public mutating func killApp() { endApp(.terminated) }

    /// Swipes the app away from the list of recent apps, as the member would.
    ///
    /// On iOS that ends its process, whether it runs or is suspended; a suspended one receives nothing. On Android the
    /// process is notified, continues without a screen while a foreground service runs, and ends otherwise. Monitoring
    /// for the app continues in any case (Google, `Service.onTaskRemoved`, "Processes and app lifecycle").
    public mutating func swipeAwayApp() {
        guard profile.platform == .android else { return forceQuitApp() }
        guard app.state.isRunning else { return }
        if app.state == .foreground { leaveApp() }
        deliver(.taskRemoved)
        queue.plan(.taskRemoval(process: app.process), at: now)
    }

    /// Ends the process of a swiped-away app on Android, after the app was notified, unless a foreground service runs.
    mutating func endRemovedTask() {
        guard app.state == .background, !app.hasForegroundService else { return }
        endApp(.terminated)
    }

    /// Ends the app, as the member would: swipes it away on iOS, force-stops it on Android.
    public mutating func forceQuitApp() {
        if profile.platform == .android {
            app.hasForegroundService = false
            loseAlarms()
        }
        endApp(.forceQuit)
    }

    /// Ends the process: its requests are dropped, but what the system keeps for the app stays.
    mutating func endApp(_ state: AppState) {
        let isWorse = state != .terminated && app.state != state && app.state != .uninstalled
        guard app.state.isRunning || isWorse else { return }
        // A suspended app does not run and receives nothing.
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

    /// Launches the app's process in the background.
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
        for signal in missed { deliver(signal) }
        stayAwake()
        app.backgroundSince = state == .background ? now : nil
        if state == .foreground { resumeUpdates() }
        planPause()
        wakeAlarms()
        // Whether regions are monitored depends on whether the app is in use.
        wakeRegions()
    }

    private mutating func planBackgroundKill() {
        guard profile.platform == .android, profile.backgroundKillSeconds.isFinite else { return }
        queue.plan(.backgroundKill(process: app.process), at: now.advanced(bySeconds: profile.backgroundKillSeconds))
    }

    /// Delivers a signal to the app, if its process runs; a suspended one receives it when it is woken.
    mutating func deliver(_ signal: PhoneSignal) {
        guard app.state.isRunning, system.isOn else { return }
        if app.isSuspended { return miss(signal) }
        switch signal {
        case .timer: costs.timers += 1
        case .alarm: costs.alarms += 1
        default: break
        }
        signals.append(signal)
    }

    /// Whether the system would launch the app's process to deliver a location event.
    ///
    /// iOS launches an app even after the member ended it (Apple's guides for regions and significant changes). Android
    /// delivers nothing to a force-stopped app until it is opened (Google, "App launch restrictions").
    var canStartForLocation: Bool {
        guard system.isOn, system.isUnlocked else { return false }
        switch app.state {
        case .foreground, .background, .terminated: return true
        case .forceQuit: return profile.platform == .ios && profile.ios.relaunchesAfterForceQuit
        case .uninstalled: return false
        }
    }

    /// Delivers a location event to the app, launching or waking its process if necessary.
    mutating func deliverStarting(_ signal: PhoneSignal) -> Bool {
        guard canStartForLocation else { return false }
        if app.state.isRunning { wake() } else { launch(.location) }
        deliver(signal)
        return true
    }

    /// Grants a background fetch to an app in the background.
    mutating func offerFetch() {
        queue.plan(.fetch, at: now.advanced(bySeconds: profile.backgroundFetchSeconds))
        guard system.isOn, system.isUnlocked, !isDozing, app.state == .background || app.state == .terminated else {
            return
        }
        // Low Power Mode disables background fetch (Apple, "Energy Efficiency Guide for iOS Apps").
        if profile.platform == .ios, !app.manifest.backgroundModes.contains("fetch") || system.isPowerSaving { return }
        if app.state == .terminated { launch(.backgroundFetch) } else { wake() }
        deliver(.backgroundFetch)
    }
}
