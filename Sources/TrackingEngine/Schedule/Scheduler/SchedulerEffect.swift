public import VisitModel

/// An action required by the scheduler; effects are performed in their order.
public enum SchedulerEffect: Hashable, Sendable {
    /// Tracking begins in a mode, which replaces another one in the same step, with no stop in between.
    ///
    /// `replacing` is `nil` where tracking was off. `lateness` is the time since the schedule's edge; `nil` where a
    /// call is the reason and not an edge.
    case begin(_ mode: ScheduleMode, replacing: ScheduleMode?, lateness: Duration?)
    /// Tracking stops, geofences too; `lateness` as for `begin`.
    case stop(lateness: Duration?)
    /// The schedule started or switched (`true`) or stopped tracking (`false`); Transistor, "BGGeo", onSchedule.
    case scheduleEvent(enabled: Bool)
    /// Sets the system's alarm, which replaces the previous one. Android only.
    case armAlarm(ScheduleAlarm)
    /// Cancels the system's alarm. Android only.
    case cancelAlarm
    /// Whether significant changes wake the app while nothing is tracked (iOS; Transistor, "AppConfig", schedule, iOS).
    case keepSignificantChanges(Bool)
}

/// An Android alarm that wakes the app for an edge of the schedule.
public struct ScheduleAlarm: Hashable, Sendable {
    /// When the schedule changes.
    public let edge: Timestamp
    /// When it is due: at the edge where exact, otherwise at most `Scheduler.greatestAlarmDelayMinutes` later.
    ///
    /// An exact one fires then; another when it suits the phone.
    public let time: Timestamp

    /// Creates an alarm; a time before the edge is moved to the edge.
    public init(edge: Timestamp, time: Timestamp) {
        self.edge = edge
        self.time = max(edge, time)
    }
}

/// An event that wakes an app so that its schedule is evaluated.
///
/// Rule: Transistor, "AppConfig", schedule: iOS evaluates it when the app is paused or resumed, when any location is
/// recorded and at a background fetch; Android at its alarms.
public enum ScheduleWake: Hashable, Sendable, CaseIterable {
    /// The alarm that `SchedulerEffect.armAlarm` set. Android.
    case alarm
    /// The app went to the background. iOS.
    case paused
    /// The app came to the foreground. iOS.
    case resumed
    /// A location was recorded, including a significant change. iOS.
    case location
    /// A background fetch. iOS.
    case backgroundFetch

    /// The platform on which the event triggers an evaluation.
    public var platform: Platform { self == .alarm ? .android : .ios }
}
