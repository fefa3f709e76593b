public import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// The member switches location services on or off for the whole phone.
    ///
    /// - Parameter isOn: whether they are on.
    public mutating func setLocationServices(on isOn: Bool) {
        guard system.isLocationOn != isOn else { return }
        stayAwakeAfterUpdates()
        system.isLocationOn = isOn
        notes.append(.changed("location services", isOn ? "on" : "off"))
        if !isOn { loseRegions(.locationOff) }
        tell(.locationServicesChanged(isOn: isOn))
        wakeRegions()
    }

    /// Google Play services come, go or are too old (Android).
    ///
    /// - Parameter services: how they are.
    public mutating func setPlayServices(_ services: PlayServices) {
        guard profile.platform == .android, system.playServices != services else { return }
        system.playServices = services
        notes.append(.changed("Google Play services", services.rawValue))
        if services == .missing { loseRegions(.playServicesMissing) }
        tell(.playServicesChanged(services))
    }

    /// The phone's hardware can monitor regions, or can't.
    ///
    /// - Parameter isAvailable: whether it can.
    public mutating func setRegionMonitoringAvailable(_ isAvailable: Bool) {
        system.isRegionMonitoringAvailable = isAvailable
        notes.append(.changed("region monitoring", isAvailable ? "available" : "unavailable"))
        wakeRegions()
    }

    /// The connection to the internet comes or goes.
    ///
    /// - Parameter connectivity: how it is.
    public mutating func setConnectivity(_ connectivity: Connectivity) {
        guard system.connectivity != connectivity else { return }
        system.connectivity = connectivity
        notes.append(.changed("connection", connectivity.rawValue))
        tell(.connectivityChanged(connectivity))
    }

    /// The phone shows its times in another zone.
    ///
    /// - Parameter timeZone: which.
    public mutating func setTimeZone(_ timeZone: TimeZoneName) {
        guard system.timeZone != timeZone else { return }
        system.timeZone = timeZone
        notes.append(.changed("time zone", timeZone.identifier))
        tell(.timeZoneChanged(timeZone))
    }

    /// The member exempts the app from battery optimisation, or takes that back (Android).
    ///
    /// - Parameter isExempt: whether it is exempt.
    public mutating func setBatteryExemption(_ isExempt: Bool) {
        app.isExempt = isExempt
        notes.append(.changed("battery optimisation", isExempt ? "exempt" : "optimised"))
    }

    /// The power situation.
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

    /// What a charger gives in an hour: full in two.
    static let chargePerHour = 0.5

    /// Changes the power situation: a charger, the screen, power saving, the battery's level, Doze.
    ///
    /// - Parameter change: gets the situation as it is and makes it what it is to be.
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
        tell(.powerChanged(powerState))
        wakeAlarms()
        planPowerSaving()
    }
}

extension PowerState {
    /// The situation in a few words.
    fileprivate var summary: String {
        var words = ["battery \(Int((batteryLevel * 100).rounded())) %"]
        if isCharging { words.append("charging") }
        if isPowerSaving { words.append("saving power") }
        words.append(isScreenOn ? "screen on" : "screen off")
        if isDozing { words.append("dozing") }
        return words.joined(separator: ", ")
    }
}
