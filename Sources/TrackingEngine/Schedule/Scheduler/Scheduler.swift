public import VisitModel

/// Turns tracking on and off by a schedule, on one phone.
///
/// It has no clock and performs nothing itself: each call passes an event and its time, and returns the effects for the
/// app. The same calls with the same random source return the same effects.
///
/// Between two edges of the schedule it never interferes: tracking started or stopped manually stays so until the next
/// edge. Several missed edges count as one: their net effect, or nothing. Repeating a wake has no effect.
///
/// On iOS no alarm fires at an edge; the schedule is evaluated when something else wakes the app (`ScheduleWake`). On
/// Android an alarm fires, at the edge with `usesAlarmManager`, otherwise some minutes late.
public struct Scheduler: Hashable, Sendable {
    /// The greatest lateness of an alarm without `usesAlarmManager`, in minutes.
    ///
    /// Android may hold an inexact alarm back for ten minutes and more (Android, "Schedule alarms", inexact alarm
    /// within a time window: a shorter window is extended to ten minutes); Transistor gives no number. The lateness is
    /// drawn uniformly in whole seconds.
    public static let greatestAlarmDelayMinutes = 10

    /// The phone's operating system.
    public let platform: Platform
    /// Whether alarms are exact (Transistor, "AppConfig", scheduleUseAlarmManager); Android only.
    public let usesAlarmManager: Bool
    /// The schedule.
    public internal(set) var schedule = Schedule([])
    /// Whether the schedule is followed.
    public internal(set) var isRunning = false
    /// The mode that is on, by schedule or manually, as far as reported to the scheduler; `nil` where tracking is off.
    public internal(set) var tracking: ScheduleMode?
    /// The alarm that is set.
    public internal(set) var alarm: ScheduleAlarm?
    /// Whether significant location changes are monitored for the schedule.
    public internal(set) var keepsSignificantChanges = false
    /// The result of the last evaluation.
    var outlook: Outlook?

    /// The result of an evaluation, and how long it holds.
    struct Outlook: Hashable, Sendable {
        var zone: TimeZoneName
        var time: Timestamp
        var mode: ScheduleMode?
        /// The next edge; `nil` where nothing changes any more.
        var next: Timestamp?

        /// Whether the result holds at another time.
        func holds(at time: Timestamp, in zone: TimeZoneName) -> Bool {
            zone == self.zone && time >= self.time && next.map { time < $0 } ?? true
        }
    }

    /// Creates a scheduler without a schedule.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - usesAlarmManager: whether Android's alarms are exact; false is the vendor's default.
    public init(platform: Platform, usesAlarmManager: Bool = false) {
        self.platform = platform
        self.usesAlarmManager = usesAlarmManager
    }
}
