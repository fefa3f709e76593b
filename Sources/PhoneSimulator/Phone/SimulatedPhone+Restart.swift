internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The member restarts the phone; it is unlocked by itself after the profile's time.
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

    /// The phone has started.
    mutating func finishStart() {
        system.isOn = true
        system.bootTime = now
        notes.append(.started)
        queue.plan(.unlock, at: now.advanced(bySeconds: profile.firstUnlockSeconds))
    }

    /// The member unlocks the phone for the first time since it started.
    ///
    /// Android then tells every app that has not been forced to stop (`BOOT_COMPLETED`); iOS hands over what it had to keep
    /// back.
    public mutating func unlock() {
        guard system.isOn, !system.isUnlocked else { return }
        system.isUnlocked = true
        queue.cancel { $0 == .unlock }
        notes.append(.unlocked)
        if profile.platform == .android, app.state == .terminated { launch(.bootCompleted) }
        wakeRegions()
        deliverHeldBack()
    }

    /// A newer version takes the app's place.
    public mutating func updateApp() {
        guard app.state != .uninstalled, system.isOn else { return }
        if app.state.isRunning { endApp(.terminated) }
        loseRegions(.appUpdate)
        if profile.alarms.losesOnAppUpdate { loseAlarms() }
        queue.cancel { $0 == .updated }
        queue.plan(.updated, at: now.advanced(bySeconds: profile.updateSeconds))
    }

    /// The new version is in place: Android tells it (`MY_PACKAGE_REPLACED`), even after it was forced to stop.
    mutating func finishUpdate() {
        guard system.isOn else {
            // An update goes on once the phone has started.
            queue.plan(.updated, at: now.advanced(bySeconds: profile.bootSeconds))
            return
        }
        notes.append(.updated)
        if profile.platform == .android, system.isUnlocked, !app.state.isRunning { launch(.packageReplaced) }
    }

    /// The member removes the app and installs it anew: everything it kept is gone, and every permission.
    ///
    /// One that was removed before is installed again.
    public mutating func reinstallApp() {
        uninstallApp()
        app.state = .terminated
        notes.append(.reinstalled)
    }

    /// The member removes the app: everything it kept is gone, what the system watched for it and every permission too.
    ///
    /// `reinstallApp()` brings it back, as new.
    public mutating func uninstallApp() {
        guard app.state != .uninstalled else { return }
        endApp(.uninstalled)
        loseRegions(.reinstall)
        loseAlarms()
        forgetApp()
        app.state = .uninstalled
        queue.cancel { $0 == .updated }
    }

    /// The member clears the app's data (Android).
    public mutating func clearAppData() {
        guard profile.platform == .android, app.state != .uninstalled else { return }
        endApp(.terminated)
        loseRegions(.appDataCleared)
        loseAlarms()
        forgetApp()
    }

    /// The member clears the data of Google Play services (Android).
    public mutating func clearPlayData() {
        guard profile.platform == .android else { return }
        loseRegions(.playDataCleared)
    }

    private mutating func forgetApp() {
        let process = app.process
        let before = app.permissions
        let manifest = app.manifest
        app = AppSituation(state: .terminated, process: process)
        app.manifest = manifest
        significantChanges.stop()
        visitDetector = VisitDetector(profile: profile.visits)
        heldBack = []
        for permission in Permission.allCases {
            let isFree = !permission.isAsked(on: profile.platform, profile.version)
            app.permissions[permission] = PermissionRecord(
                status: isFree ? .granted : .denied,
                answer: before[permission]?.answer ?? .allow
            )
        }
    }
}
