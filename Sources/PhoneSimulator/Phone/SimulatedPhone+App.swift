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
        if profile.platform == .ios, !app.manifest.backgroundModes.contains("fetch") || system.battery.isSaving {
            return
        }
        if app.state == .terminated { launch(.backgroundFetch) } else { wake() }
        deliver(.backgroundFetch)
    }

    /// Restarts the phone; it is unlocked automatically after the profile's time.
    public mutating func reboot() {
        guard system.isOn else { return }
        endApp(.terminated)
        system.isOn = false
        system.isUnlocked = false
        notes.append(.switchedOff)
        loseRegions(.reboot)
        loseAlarms()
        queue.cancel { $0 == .boot || $0 == .unlock }
        queue.plan(.boot, at: now.advanced(bySeconds: profile.bootSeconds))
    }

    mutating func finishStart() {
        system.isOn = true
        system.bootTime = now
        notes.append(.started)
        queue.plan(.unlock, at: now.advanced(bySeconds: profile.firstUnlockSeconds))
    }

    /// Unlocks the phone for the first time since it was booted.
    ///
    /// Android then notifies every app that was not force-stopped (`BOOT_COMPLETED`); iOS delivers what it held back.
    public mutating func unlock() {
        guard system.isOn, !system.isUnlocked else { return }
        system.isUnlocked = true
        queue.cancel { $0 == .unlock }
        notes.append(.unlocked)
        if profile.platform == .android, app.state == .terminated { launch(.bootCompleted) }
        wakeRegions()
        deliverHeldBack()
    }

    /// Replaces the app by a newer version.
    public mutating func updateApp() {
        guard app.state != .uninstalled, system.isOn else { return }
        if app.state.isRunning { endApp(.terminated) }
        loseRegions(.appUpdate)
        if profile.alarms.losesOnAppUpdate { loseAlarms() }
        queue.cancel { $0 == .updated }
        queue.plan(.updated, at: now.advanced(bySeconds: profile.updateSeconds))
    }

    /// Completes the update: Android notifies the app (`MY_PACKAGE_REPLACED`), even after it was force-stopped.
    mutating func finishUpdate() {
        guard system.isOn else {
            // An update continues once the phone has started.
            queue.plan(.updated, at: now.advanced(bySeconds: profile.bootSeconds))
            return
        }
        notes.append(.updated)
        if profile.platform == .android, system.isUnlocked, !app.state.isRunning { launch(.packageReplaced) }
    }

    /// Uninstalls and installs the app: all its data and permissions are removed.
    ///
    /// An app that was uninstalled before is installed again.
    public mutating func reinstallApp() {
        uninstallApp()
        app.state = .terminated
        notes.append(.reinstalled)
    }

    /// Uninstalls the app: all its data, regions and permissions are removed.
    ///
    /// `reinstallApp()` installs it again, without any state.
    public mutating func uninstallApp() {
        guard app.state != .uninstalled else { return }
        endApp(.uninstalled)
        loseRegions(.uninstall)
        loseAlarms()
        forgetApp()
        app.state = .uninstalled
        queue.cancel { $0 == .updated }
    }

    /// Clears the app's data (Android).
    public mutating func clearAppData() {
        guard profile.platform == .android, app.state != .uninstalled else { return }
        endApp(.terminated)
        loseRegions(.appDataCleared)
        loseAlarms()
        forgetApp()
    }

    /// Clears the data of Google Play services (Android).
    public mutating func clearPlayData() {
        guard profile.platform == .android else { return }
        loseRegions(.playDataCleared)
    }

    private mutating func forgetApp() {
        let manifest = app.manifest
        app = AppSituation(state: .terminated, permissions: app.permissions, process: app.process)
        app.manifest = manifest
        significantChanges.stop()
        visitDetector = VisitDetector(profile: profile.visits)
        heldBack = []
        resetPermissions()
    }

    /// Returns the bytes that the app stored under a name.
    public func stored(_ name: String) -> [UInt8]? { app.storage[name] }

    /// Stores bytes for the app; `nil` removes them.
    public mutating func store(_ bytes: [UInt8]?, as name: String) {
        guard app.state != .uninstalled else { return }
        app.storage[name] = bytes
    }

    /// Creates a notification channel of the app, or renames one that exists (Android 8 and later).
    ///
    /// Without a name an existing channel keeps its own, and a new one is named like its identifier.
    public mutating func createNotificationChannel(id: String, name: String? = nil) {
        if wantsChannels { app.channels[id] = name ?? app.channels[id] ?? id }
    }

    /// Returns the name under which the member sees a notification channel in Settings; `nil` if there is none.
    public func notificationChannelName(of id: String) -> String? { app.channels[id] }

    /// Shows a notification of the app.
    ///
    /// Throws `PhoneError` with code `manifestIncomplete` if the permission or the channel is missing; a real phone
    /// would ignore the notification without an error.
    public mutating func post(_ notice: Notice, channel: String) throws(PhoneError) {
        guard isGranted(.notifications) else {
            throw PhoneError(.manifestIncomplete, "notifications are not granted: request them first")
        }
        if wantsChannels, app.channels[channel] == nil {
            throw PhoneError(
                .manifestIncomplete,
                "there is no notification channel `\(channel)`: create it when the app starts, before anything is posted"
            )
        }
        notes.append(.showed(notice))
    }

    var wantsChannels: Bool { profile.platform == .android && profile.version >= OSVersion(8) }

    mutating func recordSettingsOpened() { notes.append(.changed("settings", "opened")) }
}
