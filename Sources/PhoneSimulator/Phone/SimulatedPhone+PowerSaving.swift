internal import PhoneOS
internal import VisitModel

/// Power saving that begins and ends with the battery's level.
///
/// Android's Battery Saver does where the member set a level in Settings, and ends with a charger. iOS asks the member at
/// 20 %; here they agree, and it ends once the charger has brought the battery to 80 %. Who switches it by hand is not
/// overruled before the level is reached again.
extension SimulatedPhone {
    /// From which level on iOS saves no longer.
    private static let endLevel = 0.8

    /// Turns saving on or off where a change of the power has passed a level.
    func savingByLevel(from before: PowerState, to after: PowerState) -> Bool? {
        guard profile.powerSavingBelow > 0 else { return nil }
        if system.savesByLevel, after.isCharging, profile.platform == .android || after.batteryLevel >= Self.endLevel {
            return false
        }
        let passed = before.batteryLevel > profile.powerSavingBelow && after.batteryLevel <= profile.powerSavingBelow
        return passed && !after.isCharging ? true : nil
    }

    /// Plans the moment at which the battery reaches the next level that turns saving on or off.
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

    /// The battery has reached a level that was planned for.
    mutating func reachPowerLevel() {
        let isLow = !system.isCharging
        let level = isLow ? profile.powerSavingBelow : Self.endLevel
        // Exactly the level: what is a rounding error away from it would be planned for once more.
        changePower { ($0.batteryLevel, $0.isPowerSaving) = (level, isLow) }
        system.savesByLevel = isLow
    }
}
