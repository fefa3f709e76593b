internal import PhoneOS
internal import VisitModel

/// The phone's battery, and power saving that starts and ends with its level.
///
/// Android's Battery Saver starts at a level that the member configured, and ends with a charger. iOS prompts the
/// member at 20 %; here they accept, and it ends once the charger has brought the battery to 80 %. A manual change is
/// not overridden before the level is reached again.
struct Battery: Sendable {
    /// The level at which power saving ends on iOS.
    private static let endLevel = 0.8
    /// The share of the battery that is charged per hour: full in two.
    private static let chargePerHour = 0.5

    private let platform: Platform
    private let drainPerHour: Double
    /// The level at which power saving starts; 0 for never.
    private let savingBelow: Double
    /// The level at `since`.
    private var level = 1.0
    private var since: Timestamp
    private(set) var isCharging = false
    private(set) var isSaving = false
    /// Whether power saving is on because of the level.
    private var savesByLevel = false

    /// A full battery without a charger.
    init(_ profile: PhoneProfile, at time: Timestamp) {
        platform = profile.platform
        drainPerHour = profile.batteryDrainPerHour
        savingBelow = profile.powerSavingBelow
        since = time
    }

    /// Returns the level, which may be below 0 or above 1 after a long time.
    func level(at time: Timestamp) -> Double {
        let hours = since.seconds(to: time) / 3600
        return isCharging ? level + hours * Self.chargePerHour : level - hours * drainPerHour
    }

    /// Applies a change of the power, and turns power saving on or off in it where it passes a level.
    mutating func change(from before: PowerState, to after: inout PowerState, at time: Timestamp) {
        if let saves = savingByLevel(from: before, to: after) {
            after.isPowerSaving = saves
            savesByLevel = saves
        } else if after.isPowerSaving != before.isPowerSaving {
            savesByLevel = false
        }
        level = after.batteryLevel
        since = time
        isCharging = after.isCharging
        isSaving = after.isPowerSaving
    }

    /// Returns whether to turn power saving on or off after a change of the power; `nil` for no change.
    private func savingByLevel(from before: PowerState, to after: PowerState) -> Bool? {
        guard savingBelow > 0 else { return nil }
        if savesByLevel, after.isCharging, platform == .android || after.batteryLevel >= Self.endLevel {
            return false
        }
        let passed = before.batteryLevel > savingBelow && after.batteryLevel <= savingBelow
        return passed && !after.isCharging ? true : nil
    }

    /// Returns the time until the level turns power saving on or off, in seconds; `nil` for never.
    func secondsToSavingChange(of power: PowerState) -> Double? {
        let hours: Double
        if power.isCharging {
            guard savesByLevel, power.batteryLevel < Self.endLevel else { return nil }
            hours = (Self.endLevel - power.batteryLevel) / Self.chargePerHour
        } else {
            guard power.batteryLevel > savingBelow, drainPerHour > 0 else { return nil }
            hours = (power.batteryLevel - savingBelow) / drainPerHour
        }
        return hours * 3600
    }

    /// The level at which power saving changes next, and whether it is on from there.
    var savingChange: (level: Double, isSaving: Bool) { isCharging ? (Self.endLevel, false) : (savingBelow, true) }

    /// Records that the level turned power saving on or off.
    mutating func followLevel(_ isSaving: Bool) { savesByLevel = isSaving }
}
