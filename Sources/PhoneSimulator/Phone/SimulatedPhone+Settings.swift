public import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// Switches location services on or off for the whole phone.
    ///
    /// - Parameter isOn: whether they are on.
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
    ///
    /// - Parameter services: the new availability.
    public mutating func setPlayServices(_ services: PlayServices) {
        guard profile.platform == .android, system.playServices != services else { return }
        system.playServices = services
        notes.append(.changed("Google Play services", services.rawValue))
        if services == .missing { loseRegions(.playServicesMissing) }
        deliver(.playServicesChanged(services))
    }

    /// Sets whether the phone's hardware can monitor regions.
    ///
    /// - Parameter isAvailable: whether it can.
    public mutating func setRegionMonitoringAvailable(_ isAvailable: Bool) {
        system.isRegionMonitoringAvailable = isAvailable
        notes.append(.changed("region monitoring", isAvailable ? "available" : "unavailable"))
        wakeRegions()
    }

    /// Changes the internet connection.
    ///
    /// - Parameter connectivity: the new connection.
    public mutating func setConnectivity(_ connectivity: Connectivity) {
        guard system.connectivity != connectivity else { return }
        system.connectivity = connectivity
        notes.append(.changed("connection", connectivity.rawValue))
        deliver(.connectivityChanged(connectivity))
    }

    /// Changes the phone's time zone.
    ///
    /// - Parameter timeZone: the new time zone.
    public mutating func setTimeZone(_ timeZone: TimeZoneName) {
        guard system.timeZone != timeZone else { return }
        system.timeZone = timeZone
        notes.append(.changed("time zone", timeZone.identifier))
        deliver(.timeZoneChanged(timeZone))
    }

    /// Sets whether the app is exempt from battery optimisation (Android).
    ///
    /// - Parameter isExempt: whether it is exempt.
    public mutating func setBatteryExemption(_ isExempt: Bool) {
        app.isExempt = isExempt
        notes.append(.changed("battery optimisation", isExempt ? "exempt" : "optimised"))
    }

    /// The power state.
    public var powerState: PowerState {
        let hours = system.batterySince.seconds(to: now) / 3600
        let level =
            system.isCharging
            ? system.batteryLevel + hours * Self.chargePerHour
            : system.batteryLevel - hours * profile.batteryDrainPerHour
        return PowerState(
            batteryLevel: level,
            isCharging: system.isCharging,
            isPowerSaving: system.isPowerSaving,
            isScreenOn: system.isScreenOn,
            isDozing: isDozing
        )
    }

    /// The share of the battery that is charged per hour: full in two.
    static let chargePerHour = 0.5

    /// Changes the power state: a charger, the screen, power saving, the battery level, Doze.
    ///
    /// - Parameter change: modifies the current state.
    public mutating func changePower(_ change: (inout PowerState) -> Void) {
        let before = powerState
        var after = before
        change(&after)
        guard after != before else { return }
        if let saves = savingByLevel(from: before, to: after) {
            after.isPowerSaving = saves
            system.savesByLevel = saves
        } else if after.isPowerSaving != before.isPowerSaving {
            system.savesByLevel = false
        }
        system.batteryLevel = after.batteryLevel
        system.batterySince = now
        system.isCharging = after.isCharging
        system.isPowerSaving = after.isPowerSaving
        system.isScreenOn = after.isScreenOn
        if after.isDozing != before.isDozing { system.isMadeToDoze = after.isDozing }
        notes.append(.changed("power", after.summary))
        deliver(.powerChanged(powerState))
        wakeAlarms()
        planPowerSaving()
    }
}

extension PowerState {
    /// A short description.
    fileprivate var summary: String {
        var words = ["battery \(Int((batteryLevel * 100).rounded())) %"]
        if isCharging { words.append("charging") }
        if isPowerSaving { words.append("power saving") }
        words.append(isScreenOn ? "screen on" : "screen off")
        if isDozing { words.append("dozing") }
        return words.joined(separator: ", ")
    }
}
