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
        let isExact: Bool
        /// The time until which it is deferred because the phone was in Doze when it was due.
        var heldUntil: Timestamp?
    }

    /// Creates the alarms of an app that has set none.
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
    /// An inexact alarm fires up to `AndroidAlarmProfile.latestSeconds` after the time.
    public mutating func set(_ name: String, at time: Timestamp, exact isExact: Bool, now: Timestamp) {
        var dueAt = max(time, now)
        let ahead = now.seconds(to: dueAt)
        if !isExact, ahead >= profile.punctualUnderSeconds {
            let latest = min(profile.latestSeconds, profile.latenessShare * ahead)
            dueAt = dueAt.advanced(bySeconds: max(0, latest) * generator.unit())
        }
        alarms[name] = Alarm(dueAt: dueAt, isExact: isExact)
    }

    /// Cancels an alarm; an unknown name is ignored.
    public mutating func cancel(_ name: String) { alarms[name] = nil }

    /// Cancels all alarms, as a restart of the phone does.
    public mutating func clear() {
        alarms = [:]
        lastInDoze = nil
    }

    /// Removes and returns the alarms that are due, in the order in which they were due.
    ///
    /// In Doze an exact alarm fires unless another fired shortly before. An inexact one waits for the next maintenance
    /// window, even for an app that is exempt from battery optimisation (Google, "Optimize for Doze and App Standby").
    /// When Doze ends, all deferred alarms fire.
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

    /// The time at which a due alarm fires in Doze; `nil` for at once.
    private func time(inDoze alarm: Alarm, now: Timestamp) -> Timestamp? {
        if alarm.isExact { return lastInDoze?.advanced(bySeconds: profile.exactSpacingInDozeSeconds) }
        return alarm.heldUntil ?? now.roundedUp(toSeconds: profile.dozeWindowSeconds)
    }
}

/// The delays of Android's alarms, and the events that clear them.
public struct AndroidAlarmProfile: Hashable, Sendable {
    /// The maximum delay of an inexact alarm, as a share of the time from setting it to its time.
    ///
    /// 0.75: AOSP, `AlarmManagerService.maxTriggerTime`. The moment within that window is unspecified; here the delay
    /// is drawn evenly.
    public var latenessShare = 0.75
    /// The maximum delay of an inexact alarm in any case, in seconds.
    ///
    /// 3600: Google, "Schedule alarms" (Android 12 and later: within an hour, unless power is saved).
    public var latestSeconds = 3600.0
    /// The lead time under which an alarm is on time, exact or not, in seconds.
    ///
    /// 10: AOSP, `AlarmManagerService`, the minimum time that is deferred.
    public var punctualUnderSeconds = 10.0
    /// The minimum time between two exact alarms of an app in Doze, in seconds.
    ///
    /// 540: Google, "Optimize for Doze and App Standby": no more than once per nine minutes and app.
    public var exactSpacingInDozeSeconds = 540.0
    /// The time between the maintenance windows in which a phone in Doze delivers inexact alarms, in seconds.
    ///
    /// 900, as `AndroidLatencies.dozeBatchSeconds`: light Doze. The windows of deep Doze move apart to six hours.
    public var dozeWindowSeconds = 900.0
    /// Whether an update of the app clears its alarms.
    ///
    /// The sources differ. AOSP's `AlarmManagerService` keeps them (`EXTRA_REPLACING`). Apps report them lost all the
    /// same, since the update may cancel the pending intent, and set them again at `MY_PACKAGE_REPLACED`. The default
    /// true is an assumption: an app that handles the loss also handles its absence.
    public var losesOnAppUpdate = true

    /// Creates the profile of a stock phone.
    public init() {}
}
