public import VisitModel

/// `AlarmManager`'s side of the alarms of one app on one phone.
///
/// A value that only says which alarms are due. Whether the app's process runs, or has to be started, is the caller's
/// matter. The lateness of inexact alarms is drawn when they are set, from a generator of its own: alarms do not change
/// what else happens by chance on the phone.
public struct AndroidAlarms: Hashable, Sendable {
    /// When alarms come, and what clears them.
    public let profile: AndroidAlarmProfile

    private var generator: SeededGenerator
    private var alarms: [String: Alarm] = [:]
    /// When an exact alarm was last given while the phone dozed.
    private var lastInDoze: Timestamp?

    private struct Alarm: Hashable {
        /// When it comes while the phone does not doze.
        let dueAt: Timestamp
        /// Whether it was asked for exactly.
        let isExact: Bool
        /// Until when it is kept back because the phone dozed when it was due.
        var heldUntil: Timestamp?
    }

    /// Makes the alarms of an app that has set none.
    ///
    /// - Parameters:
    ///   - profile: when alarms come.
    ///   - seed: where chance begins.
    public init(profile: AndroidAlarmProfile = AndroidAlarmProfile(), seed: UInt64) {
        self.profile = profile
        generator = SeededGenerator(seed: seed)
    }

    /// The names of the alarms that are set, in alphabetical order.
    public var names: [String] { alarms.keys.sorted() }

    /// When the next alarm may be due; `nil` where none is set.
    public var nextWake: Timestamp? { alarms.values.map { $0.heldUntil ?? $0.dueAt }.min() }

    /// Sets an alarm, or moves the one of that name.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - time: when.
    ///   - isExact: at that time, or up to `AndroidAlarmProfile.latestSeconds` after it.
    ///   - now: the present.
    public mutating func set(_ name: String, at time: Timestamp, exact isExact: Bool, now: Timestamp) {
        var dueAt = max(time, now)
        let ahead = now.seconds(to: dueAt)
        if !isExact, ahead >= profile.punctualUnderSeconds {
            let latest = min(profile.latestSeconds, profile.latenessShare * ahead)
            dueAt = dueAt.advanced(bySeconds: max(0, latest) * generator.unit())
        }
        alarms[name] = Alarm(dueAt: dueAt, isExact: isExact)
    }

    /// Clears an alarm; a name that is not set is ignored.
    ///
    /// - Parameter name: its name.
    public mutating func cancel(_ name: String) { alarms[name] = nil }

    /// Clears all, as a restart of the phone does.
    public mutating func clear() {
        alarms = [:]
        lastInDoze = nil
    }

    /// Takes out the alarms that are due.
    ///
    /// In Doze an exact one comes unless another came a moment ago, and an inexact one in the next maintenance window, even
    /// for an app that is exempt from battery optimisation (Google, "Optimize for Doze and App Standby"). Once the phone
    /// dozes no longer, all that was kept back comes.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - isDozing: whether the phone dozes.
    /// - Returns: their names, in the order in which they were due.
    public mutating func take(at now: Timestamp, isDozing: Bool) -> [String] {
        let due = alarms.filter { $0.value.dueAt <= now }.sorted { ($0.value.dueAt, $0.key) < ($1.value.dueAt, $1.key) }
        return due.map(\.key).filter { name in
            guard let alarm = alarms[name] else { return false }
            if isDozing, let time = time(inDoze: alarm, now: now), time > now {
                alarms[name]?.heldUntil = time
                return false
            }
            if isDozing, alarm.isExact { lastInDoze = now }
            alarms[name] = nil
            return true
        }
    }

    /// When an alarm that is due comes while the phone dozes.
    private func time(inDoze alarm: Alarm, now: Timestamp) -> Timestamp? {
        if alarm.isExact { return lastInDoze?.advanced(bySeconds: profile.exactSpacingInDozeSeconds) }
        return alarm.heldUntil ?? now.roundedUp(toSeconds: profile.dozeWindowSeconds)
    }
}
