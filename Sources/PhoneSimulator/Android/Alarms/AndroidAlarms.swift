public import VisitModel

/// The alarms of one app on one phone, as `AlarmManager` keeps them.
///
/// A value that only computes which alarms are due; the caller starts the app's process if necessary. The delay of an
/// inexact alarm is drawn when it is set, from a separate generator: alarms do not change other random events on the
/// phone.
public struct AndroidAlarms: Hashable, Sendable {
    /// The delays of alarms, and the events that clear them.
    public let profile: AndroidAlarmProfile

    private var generator: SeededGenerator
    private var alarms: [String: Alarm] = [:]
    /// The time of the last exact alarm in Doze.
    private var lastInDoze: Timestamp?

    private struct Alarm: Hashable {
        /// The time at which it fires outside of Doze.
        let dueAt: Timestamp
        /// Whether it was set as exact.
        let isExact: Bool
        /// The time until which it is deferred because the phone was in Doze when it was due.
        var heldUntil: Timestamp?
    }

    /// Creates the alarms of an app that has set none.
    ///
    /// - Parameters:
    ///   - profile: the delays of alarms.
    ///   - seed: the seed of the random delays.
    public init(profile: AndroidAlarmProfile = AndroidAlarmProfile(), seed: UInt64) {
        self.profile = profile
        generator = SeededGenerator(seed: seed)
    }

    /// The names of the pending alarms, in alphabetical order.
    public var names: [String] { alarms.keys.sorted() }

    /// The time at which the next alarm may be due; `nil` if none is set.
    public var nextWake: Timestamp? { alarms.values.map { $0.heldUntil ?? $0.dueAt }.min() }

    /// Sets an alarm, or moves the one of that name.
    ///
    /// - Parameters:
    ///   - name: the alarm's name.
    ///   - time: the time at which it fires.
    ///   - isExact: true for that time, false for up to `AndroidAlarmProfile.latestSeconds` later.
    ///   - now: the current time.
    public mutating func set(_ name: String, at time: Timestamp, exact isExact: Bool, now: Timestamp) {
        var dueAt = max(time, now)
        let ahead = now.seconds(to: dueAt)
        if !isExact, ahead >= profile.punctualUnderSeconds {
            let latest = min(profile.latestSeconds, profile.latenessShare * ahead)
            dueAt = dueAt.advanced(bySeconds: max(0, latest) * generator.unit())
        }
        alarms[name] = Alarm(dueAt: dueAt, isExact: isExact)
    }

    /// Cancels an alarm.
    ///
    /// - Parameter name: the alarm's name; an unknown one is ignored.
    public mutating func cancel(_ name: String) { alarms[name] = nil }

    /// Cancels all alarms, as a restart of the phone does.
    public mutating func clear() {
        alarms = [:]
        lastInDoze = nil
    }

    /// Removes and returns the alarms that are due.
    ///
    /// In Doze an exact alarm fires unless another fired shortly before. An inexact one waits for the next maintenance
    /// window, even for an app that is exempt from battery optimisation (Google, "Optimize for Doze and App Standby").
    /// When Doze ends, all deferred alarms fire.
    ///
    /// - Parameters:
    ///   - now: the current time.
    ///   - isDozing: whether the phone is in Doze.
    /// - Returns: the names, in the order in which they were due.
    public mutating func removeDue(at now: Timestamp, isDozing: Bool) -> [String] {
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

    /// Returns the time at which a due alarm fires in Doze.
    private func time(inDoze alarm: Alarm, now: Timestamp) -> Timestamp? {
        if alarm.isExact { return lastInDoze?.advanced(bySeconds: profile.exactSpacingInDozeSeconds) }
        return alarm.heldUntil ?? now.roundedUp(toSeconds: profile.dozeWindowSeconds)
    }
}
