public import VisitModel

/// Something that an app has to do for its scheduler, in the order in which it is told.
public enum SchedulerEffect: Hashable, Sendable {
    /// Tracking begins in a mode.
    ///
    /// Where something else was on, it is left in the same step, with no stop between: geofences-only for location, or the
    /// other way round.
    ///
    /// - Parameters:
    ///   - mode: what is on from now.
    ///   - replacing: what was on; `nil` where tracking was off.
    ///   - lateness: how long ago the schedule's edge was; `nil` where no edge but a call is the reason.
    case begin(_ mode: ScheduleMode, replacing: ScheduleMode?, lateness: Duration?)
    /// Tracking stops, geofences too.
    ///
    /// - Parameter lateness: how long ago the schedule's edge was; `nil` where no edge but a call is the reason.
    case stop(lateness: Duration?)
    /// The app is told that the schedule began, switched (`true`) or stopped tracking (`false`); Transistor, "BGGeo",
    /// onSchedule.
    case scheduleEvent(enabled: Bool)
    /// The system's alarm is set; it takes the place of the one before. Android only.
    case armAlarm(ScheduleAlarm)
    /// The system's alarm is taken back. Android only.
    case cancelAlarm
    /// Significant location changes are monitored from now on, or no longer: they wake the app while nothing is tracked.
    /// iOS only; Transistor, "AppConfig", schedule, iOS.
    case keepSignificantChanges(Bool)
}

/// An alarm of Android that wakes the app for an edge of the schedule.
public struct ScheduleAlarm: Hashable, Sendable {
    /// When the schedule changes.
    public let edge: Timestamp
    /// When the alarm comes: at the edge where it is exact, otherwise at most `Scheduler.greatestAlarmDelayMinutes` later.
    public let time: Timestamp

    /// Makes an alarm.
    ///
    /// - Parameters:
    ///   - edge: when the schedule changes.
    ///   - time: when the alarm comes, not before the edge.
    public init(edge: Timestamp, time: Timestamp) {
        self.edge = edge
        self.time = max(edge, time)
    }
}

/// What wakes an app so that its schedule is looked at.
///
/// Rule: Transistor, "AppConfig", schedule: iOS looks when the app is paused or resumed, when any location is recorded and
/// at a background fetch; Android at its alarms.
public enum ScheduleWake: Hashable, Sendable, CaseIterable {
    /// The alarm that `SchedulerEffect.armAlarm` set. Android.
    case alarm
    /// The app went to the background. iOS.
    case paused
    /// The app came to the foreground. iOS.
    case resumed
    /// A location was recorded, a significant change too. iOS.
    case location
    /// The system let the app fetch in the background. iOS.
    case backgroundFetch

    /// The platform on which it makes the scheduler look.
    public var platform: Platform { self == .alarm ? .android : .ios }
}
