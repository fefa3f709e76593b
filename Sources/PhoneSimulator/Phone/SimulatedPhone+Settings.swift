public import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// Switches location services on or off for the whole phone.
    public mutating func setLocationServices(on isOn: Bool) {
        guard system.isLocationOn != isOn else { return }
        stayAwakeAfterUpdates()
        system.isLocationOn = isOn
        notes.append(.changed("location services", isOn ? "on" : "off"))
        if !isOn { loseRegions(.locationOff) }
        deliver(.locationServicesChanged(isOn: isOn))
        wakeRegions()
    }

    /// Changes the availability of Google Play services (Android).
    public mutating func setPlayServices(_ services: PlayServices) {
        guard profile.platform == .android, system.playServices != services else { return }
        system.playServices = services
        notes.append(.changed("Google Play services", services.rawValue))
        if services == .missing { loseRegions(.playServicesMissing) }
        deliver(.playServicesChanged(services))
    }

    /// Sets whether the phone's hardware can monitor regions.
    public mutating func setRegionMonitoringAvailable(_ isAvailable: Bool) {
        system.isRegionMonitoringAvailable = isAvailable
        notes.append(.changed("region monitoring", isAvailable ? "available" : "unavailable"))
        wakeRegions()
    }

    /// Changes the internet connection.
    public mutating func setConnectivity(_ connectivity: Connectivity) {
        guard system.connectivity != connectivity else { return }
        system.connectivity = connectivity
        notes.append(.changed("connection", connectivity.rawValue))
        deliver(.connectivityChanged(connectivity))
    }

    /// Changes the phone's time zone.
    public mutating func setTimeZone(_ timeZone: TimeZoneName) {
        guard system.timeZone != timeZone else { return }
        system.timeZone = timeZone
        notes.append(.changed("time zone", timeZone.identifier))
        deliver(.timeZoneChanged(timeZone))
    }

    /// Sets whether the app is exempt from battery optimisation (Android).
    public mutating func setBatteryExemption(_ isExempt: Bool) {
        app.isExempt = isExempt
        notes.append(.changed("battery optimisation", isExempt ? "exempt" : "optimised"))
    }

    /// The power state.
    public var powerState: PowerState {
        PowerState(
            batteryLevel: system.battery.level(at: now),
            isCharging: system.battery.isCharging,
            isPowerSaving: system.battery.isSaving,
            isScreenOn: system.isScreenOn,
            isDozing: isDozing
        )
    }

    /// Changes the power state: a charger, the screen, power saving, the battery level, Doze.
    public mutating func changePower(_ change: (inout PowerState) -> Void) {
        let before = powerState
        var after = before
        change(&after)
        guard after != before else { return }
        system.battery.change(from: before, to: &after, at: now)
        system.isScreenOn = after.isScreenOn
        if after.isDozing != before.isDozing { system.isDozeForced = after.isDozing }
        notes.append(.changed("power", after.summary))
        deliver(.powerChanged(powerState))
        wakeAlarms()
        planPowerSaving()
    }

    /// Schedules the time at which the battery reaches the next level that turns power saving on or off.
    mutating func planPowerSaving() {
        guard profile.powerSavingBelow > 0 else { return }
        queue.cancel { $0 == .powerLevel }
        guard let seconds = system.battery.secondsToSavingChange(of: powerState) else { return }
        queue.plan(.powerLevel, at: now.advanced(bySeconds: seconds))
    }

    /// Applies a scheduled battery level.
    mutating func reachPowerLevel() {
        let (level, isSaving) = system.battery.savingChange
        // Sets exactly the level: a rounding error away from it would schedule it again.
        changePower { ($0.batteryLevel, $0.isPowerSaving) = (level, isSaving) }
        system.battery.followLevel(isSaving)
    }
}

extension PowerState {
    fileprivate var summary: String {
        var words = ["battery \(Int((batteryLevel * 100).rounded())) %"]
        if isCharging { words.append("charging") }
        if isPowerSaving { words.append("power saving") }
        words.append(isScreenOn ? "screen on" : "screen off")
        if isDozing { words.append("dozing") }
        return words.joined(separator: ", ")
    }
}

extension SimulatedPhone {
    /// Returns the status of a permission.
    public func status(of permission: Permission) -> PermissionStatus { app.permissions[permission].status }

    func isGranted(_ permission: Permission) -> Bool { status(of: permission) == .granted }

    /// Sets the member's answer to the next prompt.
    public mutating func setAnswer(to permission: Permission, allow isAllowed: Bool) {
        app.permissions[permission].answer = isAllowed ? .allow : .refuse
    }

    /// Revokes what must be requested; the member's answers to the next prompts stay.
    mutating func resetPermissions() {
        for permission in Permission.allCases {
            let isFree = !permission.needsRequest(on: profile.platform, version: profile.version)
            app.permissions[permission] = PermissionRecord(
                status: isFree ? .granted : .denied,
                answer: app.permissions[permission].answer
            )
        }
    }

    /// Changes a permission in the phone's settings, as the member or an administrator would.
    ///
    /// Android ends the app's process when a permission is revoked (Google, "Permissions on Android"). Without location
    /// there is no background location either.
    public mutating func setPermission(_ permission: Permission, _ status: PermissionStatus) {
        let record = app.permissions[permission]
        guard app.state != .uninstalled, record.status != status else { return }
        stayAwakeAfterUpdates()
        app.permissions[permission].status = status
        app.permissions[permission].wasAsked = true
        notes.append(.changed(permission.rawValue, status.rawValue))
        if permission == .fineLocation, status != .granted, isGranted(.backgroundLocation),
            Permission.backgroundLocation.needsRequest(on: profile.platform, version: profile.version)
        {
            setPermission(.backgroundLocation, .denied)
        }
        if profile.platform == .android, record.status == .granted, status != .granted {
            endApp(.terminated)
        } else {
            deliver(.permissionChanged(permission, status))
        }
        wakeRegions()
    }

    /// Changes the precision of the location that the app may see, as the member would.
    public mutating func setPrecision(_ precision: LocationPrecision) {
        guard app.precision != precision else { return }
        app.precision = precision
        notes.append(.changed("location precision", precision.rawValue))
        deliver(.precisionChanged(precision))
        wakeRegions()
    }

    /// Returns whether the system would show a prompt instead of answering itself.
    ///
    /// iOS prompts once for each permission, Android until it was refused twice (Google, "Request runtime
    /// permissions"). Background location can only be requested once location is granted, and since Android 11 only
    /// through the settings.
    public func canPrompt(for permission: Permission) -> Bool {
        let record = app.permissions[permission]
        guard record.status == .denied else { return false }
        if permission == .backgroundLocation, !isGranted(.fineLocation) { return false }
        switch profile.platform {
        case .ios: return !record.wasAsked
        case .android: return record.refusals < 2
        }
    }

    /// Sets the app's manifest.
    public mutating func setManifest(_ manifest: AppManifest) {
        stayAwakeAfterUpdates()
        app.manifest = manifest
    }

    /// Requests a permission from the member, and returns the status afterwards.
    ///
    /// A change is signalled like one in the phone's settings, besides being returned, so that both the caller and the
    /// signal handler receive it. The conditions for monitoring are checked again. Throws `PhoneError` with code
    /// `manifestIncomplete` if iOS would refuse the request because of a missing usage description.
    public mutating func request(_ permission: Permission) throws(PhoneError) -> PermissionStatus {
        if profile.platform == .ios { try checkUsageDescription(of: permission) }
        let record = app.permissions[permission]
        guard canPrompt(for: permission) else { return record.status }
        app.permissions[permission].wasAsked = true
        switch record.answer {
        case .allow: app.permissions[permission].status = .granted
        case .refuse:
            app.permissions[permission].refusals += 1
            if profile.platform == .android, record.refusals + 1 >= 2 {
                app.permissions[permission].status = .restricted
            }
        }
        let status = status(of: permission)
        notes.append(.changed(permission.rawValue, status.rawValue))
        if status != record.status {
            deliver(.permissionChanged(permission, status))
            wakeRegions()
        }
        return status
    }

    private func checkUsageDescription(of permission: Permission) throws(PhoneError) {
        let keys: [String] =
            switch permission {
            case .fineLocation: [AppManifest.whenInUseKey]
            case .backgroundLocation: [AppManifest.whenInUseKey, AppManifest.alwaysKey]
            case .physicalActivity: [AppManifest.motionKey]
            case .notifications: []
            }
        for key in keys where !app.manifest.usageDescriptions.contains(key) {
            throw PhoneError(
                .manifestIncomplete,
                "Info.plist has no \(key): add the sentence that explains the permission"
            )
        }
    }
}
