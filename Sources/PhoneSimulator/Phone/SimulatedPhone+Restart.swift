internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
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

    /// Completes the start of the phone.
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
        loseRegions(.reinstall)
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
