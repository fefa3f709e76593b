internal import PhoneOS
internal import VisitModel

/// Power saving that starts and ends with the battery level.
///
/// Android's Battery Saver starts at a level that the member configured, and ends with a charger. iOS prompts the
/// member at 20 %; here they accept, and it ends once the charger has brought the battery to 80 %. A manual change is
/// not overridden before the level is reached again.
extension SimulatedPhone {
    /// The level at which power saving ends on iOS.
    private static let endLevel = 0.8

    /// Returns whether to turn power saving on or off after a change of the power; `nil` for no change.
    func savingByLevel(from before: PowerState, to after: PowerState) -> Bool? {
        guard profile.powerSavingBelow > 0 else { return nil }
        if system.savesByLevel, after.isCharging, profile.platform == .android || after.batteryLevel >= Self.endLevel {
            return false
        }
        let passed = before.batteryLevel > profile.powerSavingBelow && after.batteryLevel <= profile.powerSavingBelow
        return passed && !after.isCharging ? true : nil
    }

    /// Schedules the time at which the battery reaches the next level that turns power saving on or off.
    mutating func planPowerSaving() {
        guard profile.powerSavingBelow > 0 else { return }
        queue.cancel { $0 == .powerLevel }
        let power = powerState
        let hours: Double
        if power.isCharging {
            guard system.savesByLevel, power.batteryLevel < Self.endLevel else { return }
            hours = (Self.endLevel - power.batteryLevel) / Self.chargePerHour
        } else {
            guard power.batteryLevel > profile.powerSavingBelow, profile.batteryDrainPerHour > 0 else { return }
            hours = (power.batteryLevel - profile.powerSavingBelow) / profile.batteryDrainPerHour
        }
        queue.plan(.powerLevel, at: now.advanced(bySeconds: hours * 3600))
    }

    /// Applies a scheduled battery level.
    mutating func reachPowerLevel() {
        let isLow = !system.isCharging
        let level = isLow ? profile.powerSavingBelow : Self.endLevel
        // Sets exactly the level: a rounding error away from it would schedule it again.
        changePower { ($0.batteryLevel, $0.isPowerSaving) = (level, isLow) }
        system.savesByLevel = isLow
    }
}
