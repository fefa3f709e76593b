public import VisitModel

/// Turns tracking on and off by a schedule, on one phone.
///
/// It holds no clock and does nothing itself: each call says what happened and when, and returns what the app has to do.
/// The same calls with the same random source return the same.
///
/// Between two edges of the schedule it never interferes: tracking that a person starts or stops by hand stays so until
/// the next edge. Several edges that were slept through are one: what they come to, or nothing. The same wake twice does
/// nothing the second time.
///
/// On iOS nothing comes at an edge; the schedule is looked at when something else wakes the app (`ScheduleWake`). On
/// Android an alarm comes, at the edge with `usesAlarmManager`, otherwise some minutes late.
public struct Scheduler: Hashable, Sendable {
    /// The most that an alarm is late without `usesAlarmManager`, in minutes.
    ///
    /// Android may hold an inexact alarm back for ten minutes and more (Android, "Schedule alarms", inexact alarm within a
    /// time window: a shorter window is made ten minutes long); Transistor says no number. The lateness is drawn evenly in
    /// whole seconds.
    public static let greatestAlarmDelayMinutes = 10

    /// The phone's operating system.
    public let platform: Platform
    /// Whether alarms are exact (Transistor, "AppConfig", scheduleUseAlarmManager); Android only.
    public let usesAlarmManager: Bool
    /// The schedule.
    public internal(set) var schedule = Schedule([])
    /// Whether the schedule is followed.
    public internal(set) var isRunning = false
    /// What is on, by schedule or by hand, as far as the scheduler was told; `nil` where tracking is off.
    public internal(set) var tracking: ScheduleMode?
    /// The alarm that is set.
    public internal(set) var alarm: ScheduleAlarm?
    /// Whether significant location changes are monitored for the schedule.
    public internal(set) var keepsSignificantChanges = false
    /// What the schedule said when it was looked at last.
    var outlook: Outlook?

    /// What the schedule said at some time, and how long that holds.
    struct Outlook: Hashable, Sendable {
        var zone: TimeZoneName
        var time: Timestamp
        var mode: ScheduleMode?
        /// The next edge; `nil` where nothing changes any more.
        var next: Timestamp?

        /// Whether the schedule says the same at another time.
        func holds(at time: Timestamp, in zone: TimeZoneName) -> Bool {
            zone == self.zone && time >= self.time && next.map { time < $0 } ?? true
        }
    }

    /// Makes a scheduler that follows nothing yet.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - usesAlarmManager: whether Android's alarms are exact; false is the vendor's default.
    public init(platform: Platform, usesAlarmManager: Bool = false) {
        self.platform = platform
        self.usesAlarmManager = usesAlarmManager
    }
}
