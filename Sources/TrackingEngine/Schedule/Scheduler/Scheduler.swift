internal import TrackingModel
public import VisitModel

/// Turns tracking on and off by a schedule, on one phone.
///
/// It has no clock and performs nothing itself: each call passes an event, its time and the phone's time zone, and
/// returns the effects for the app in their order. The generator draws the lateness of inexact alarms: the same calls
/// with the same generator return the same effects.
///
/// Between two edges of the schedule it never interferes: tracking started or stopped manually stays so until the next
/// edge. Several missed edges count as one: their net effect, or nothing. Repeating a wake has no effect.
///
/// On iOS no alarm fires at an edge; the schedule is evaluated when something else wakes the app (`ScheduleWake`). On
/// Android an alarm fires, at the edge with `usesAlarmManager`. Otherwise it is set some minutes late, and the phone
/// delays it by up to an hour more, so that a short window may be missed whole.
public struct Scheduler: Hashable, Sendable {
    /// The greatest lateness of an alarm without `usesAlarmManager`, in minutes.
    ///
    /// Android may hold an inexact alarm back for ten minutes and more (Android, "Schedule alarms", inexact alarm
    /// within a time window: a shorter window is extended to ten minutes); Transistor gives no number. The lateness is
    /// drawn uniformly in whole seconds.
    public static let greatestAlarmDelayMinutes = 10
    /// The greatest lateness of an edge on a phone that is awake and without `usesAlarmManager`, in minutes.
    ///
    /// The phone holds an inexact alarm back for up to an hour more (Google, "Schedule alarms").
    static let greatestLatenessMinutes = greatestAlarmDelayMinutes + 60
    /// The same in Doze, where an inexact alarm also waits for the next maintenance window, in minutes.
    ///
    /// The windows of light Doze are a quarter of an hour apart; those of deep Doze are farther apart.
    static let greatestLatenessInDozeMinutes = greatestLatenessMinutes + 15

    /// The phone's operating system.
    public let platform: Platform
    /// Whether alarms are exact (Transistor, "AppConfig", scheduleUseAlarmManager); Android only.
    public let usesAlarmManager: Bool
    /// The schedule.
    public private(set) var schedule = Schedule([])
    /// Whether the schedule is followed.
    public private(set) var isRunning = false
    /// The mode that is on, by schedule or manually, as far as reported to the scheduler; `nil` where tracking is off.
    public private(set) var tracking: ScheduleMode?
    /// The alarm that is set.
    public private(set) var alarm: ScheduleAlarm?
    /// Whether significant location changes are monitored for the schedule.
    public private(set) var keepsSignificantChanges = false
    private var outlook: Outlook?

    private struct Outlook: Hashable, Sendable {
        var zone: TimeZoneName
        var time: Timestamp
        var mode: ScheduleMode?
        /// The next edge; `nil` where nothing changes any more.
        var next: Timestamp?

        func holds(at time: Timestamp, in zone: TimeZoneName) -> Bool {
            zone == self.zone && time >= self.time && next.map { time < $0 } ?? true
        }
    }

    /// Creates a scheduler without a schedule; inexact alarms are the vendor's default.
    public init(platform: Platform, usesAlarmManager: Bool = false) {
        self.platform = platform
        self.usesAlarmManager = usesAlarmManager
    }
}

extension Scheduler {
    /// Evaluates the schedule and stores the result.
    private mutating func look(at time: Timestamp, in zone: TimeZoneName) -> ScheduleMode? {
        let mode = schedule.state(at: time, in: zone).mode
        outlook = Outlook(zone: zone, time: time, mode: mode, next: schedule.nextEdge(after: time, in: zone)?.time)
        return mode
    }

    /// Switches tracking to a mode, in one step.
    private mutating func apply(_ mode: ScheduleMode?, lateness: Duration?) -> [SchedulerEffect] {
        guard mode != tracking else { return [] }
        let before = tracking
        tracking = mode
        guard let mode else { return [.stop(lateness: lateness), .scheduleEvent(enabled: false)] }
        return [.begin(mode, replacing: before, lateness: lateness), .scheduleEvent(enabled: true)]
    }

    /// Requests what wakes the app next.
    private mutating func tend(using generator: inout some RandomNumberGenerator) -> [SchedulerEffect] {
        tendSignificantChanges() + tendAlarm(using: &generator)
    }

    /// iOS: while nothing is tracked, within a window or outside, no recorded location would wake the app.
    private mutating func tendSignificantChanges() -> [SchedulerEffect] {
        let wanted = platform == .ios && isRunning && tracking == nil
        guard wanted != keepsSignificantChanges else { return [] }
        keepsSignificantChanges = wanted
        return [.keepSignificantChanges(wanted)]
    }

    /// Android: one alarm, for the next edge; one that is set for it is kept, so that its lateness is drawn once.
    private mutating func tendAlarm(using generator: inout some RandomNumberGenerator) -> [SchedulerEffect] {
        guard platform == .android, let outlook, outlook.next != alarm?.edge else { return [] }
        guard let edge = outlook.next else {
            let isDue = alarm.map { $0.time <= outlook.time } ?? true
            alarm = nil
            return isDue ? [] : [.cancelAlarm]
        }
        let seconds = usesAlarmManager ? 0 : Int.random(in: 0...Self.greatestAlarmDelayMinutes * 60, using: &generator)
        let alarm = ScheduleAlarm(edge: edge, time: edge.advanced(by: .seconds(seconds)))
        self.alarm = alarm
        return [.armAlarm(alarm)]
    }
}

extension Scheduler: Codable {
    private enum CodingKeys: String, CodingKey {
        case platform, schedule, tracking
        case usesAlarmManager = "uses_alarm_manager"
        case isRunning = "running"
        case alarmEdge = "alarm_edge_ms"
        case alarmTime = "alarm_ms"
        case keepsSignificantChanges = "keeps_significant_changes"
        case zone = "time_zone"
        case lookedAt = "looked_at_ms"
        case mode
        case next = "next_edge_ms"
    }

    /// Decodes a stored scheduler.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func time(_ key: CodingKeys) throws -> Timestamp? {
            try values.decodeIfPresent(Int64.self, forKey: key).map(Timestamp.init(milliseconds:))
        }
        guard let platform = Platform(rawValue: try values.decode(String.self, forKey: .platform)) else {
            throw DecodingError.dataCorruptedError(forKey: .platform, in: values, debugDescription: "no platform")
        }
        self.init(platform: platform, usesAlarmManager: try values.decode(Bool.self, forKey: .usesAlarmManager))
        schedule = try values.decode(Schedule.self, forKey: .schedule)
        isRunning = try values.decode(Bool.self, forKey: .isRunning)
        tracking = try values.decodeIfPresent(ScheduleMode.self, forKey: .tracking)
        keepsSignificantChanges = try values.decode(Bool.self, forKey: .keepsSignificantChanges)
        if let edge = try time(.alarmEdge), let time = try time(.alarmTime) {
            alarm = ScheduleAlarm(edge: edge, time: time)
        }
        guard let zone = try values.decodeIfPresent(String.self, forKey: .zone), let lookedAt = try time(.lookedAt)
        else { return }
        do {
            outlook = Outlook(
                zone: try TimeZoneName(zone),
                time: lookedAt,
                mode: try values.decodeIfPresent(ScheduleMode.self, forKey: .mode),
                next: try time(.next)
            )
        } catch let error as ValidationError {
            throw DecodingError.dataCorruptedError(forKey: .zone, in: values, debugDescription: error.message)
        }
    }

    /// Encodes the whole state.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(platform.rawValue, forKey: .platform)
        try values.encode(usesAlarmManager, forKey: .usesAlarmManager)
        try values.encode(schedule, forKey: .schedule)
        try values.encode(isRunning, forKey: .isRunning)
        try values.encodeIfPresent(tracking, forKey: .tracking)
        try values.encode(keepsSignificantChanges, forKey: .keepsSignificantChanges)
        try values.encodeIfPresent(alarm?.edge.milliseconds, forKey: .alarmEdge)
        try values.encodeIfPresent(alarm?.time.milliseconds, forKey: .alarmTime)
        try values.encodeIfPresent(outlook?.zone.identifier, forKey: .zone)
        try values.encodeIfPresent(outlook?.time.milliseconds, forKey: .lookedAt)
        try values.encodeIfPresent(outlook?.mode, forKey: .mode)
        try values.encodeIfPresent(outlook?.next?.milliseconds, forKey: .next)
    }
}

extension Scheduler {
    /// Starts to follow a schedule (`startSchedule`).
    ///
    /// Within a window the window's mode begins and replaces another one; outside, the effects stop tracking, whether
    /// or not it was on.
    public mutating func start(
        _ schedule: Schedule,
        at time: Timestamp,
        in zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        self.schedule = schedule
        isRunning = true
        let mode = look(at: time, in: zone)
        var effects = apply(mode, lateness: nil)
        if mode == nil, effects.isEmpty { effects.append(.stop(lateness: nil)) }
        return effects + tend(using: &generator)
    }

    /// Stops following the schedule (`stopSchedule`); tracking stays on, and an alarm that is due is not cancelled.
    public mutating func stop(at time: Timestamp) -> [SchedulerEffect] {
        isRunning = false
        outlook = nil
        var effects: [SchedulerEffect] = []
        if let alarm, alarm.time > time { effects.append(.cancelAlarm) }
        alarm = nil
        return effects + tendSignificantChanges()
    }

    /// Applies another schedule of the configuration; one with the same entries as the old changes nothing.
    ///
    /// While a schedule is followed, the new one takes effect at once and overrides manual changes; otherwise it waits
    /// for `start`.
    public mutating func replace(
        _ schedule: Schedule,
        at time: Timestamp,
        in zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        let isSame = Set(schedule.entries) == Set(self.schedule.entries)
        self.schedule = schedule
        guard isRunning, !isSame else { return [] }
        let effects = apply(look(at: time, in: zone), lateness: nil)
        return effects + tend(using: &generator)
    }

    /// Records that tracking was started manually, or stopped (`nil`): it stays so until the schedule's next edge.
    public mutating func trackingChangedByHand(to mode: ScheduleMode?, at time: Timestamp) -> [SchedulerEffect] {
        tracking = mode
        // An edge that was not yet applied is skipped: the manual change is later. The zone is the last known one.
        if let outlook, !outlook.holds(at: time, in: outlook.zone) { _ = look(at: time, in: outlook.zone) }
        return tendSignificantChanges()
    }
}

extension Scheduler {
    /// Processes an event that woke the app; one that does not make the platform evaluate its schedule has no effect.
    public mutating func wake(
        by wake: ScheduleWake,
        at time: Timestamp,
        in zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        guard wake.platform == platform else { return [] }
        return follow(at: time, in: zone, using: &generator)
    }

    /// Evaluates the schedule in a new time zone, on both platforms; manual changes stay where the mode is the same.
    public mutating func zoneChanged(
        at time: Timestamp,
        to zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        follow(at: time, in: zone, using: &generator)
    }

    /// Processes a restart of the phone: tracking is off, and Android has lost the alarm.
    ///
    /// Within a window tracking begins, unless it was stopped manually in that window. Tracking that was started
    /// manually does not resume here: that is up to the app's own option (`startOnBoot`).
    public mutating func rebooted(
        at time: Timestamp,
        in zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        let wasStoppedByHand = tracking == nil && outlook?.mode != nil
        tracking = nil
        alarm = nil
        keepsSignificantChanges = false
        guard isRunning else { return [] }
        let edge = slept(until: time)
        let before = outlook?.mode
        let mode = look(at: time, in: zone)
        let staysStopped = wasStoppedByHand && edge == nil && mode == before
        let effects = staysStopped ? [] : apply(mode, lateness: edge.map { $0.lateness(at: time) })
        return effects + tend(using: &generator)
    }

    private mutating func follow(
        at time: Timestamp,
        in zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        guard isRunning, !isSettled(at: time, in: zone) else { return [] }
        let edge = slept(until: time)
        let before = outlook?.mode
        let mode = look(at: time, in: zone)
        let isChanged = edge != nil || mode != before
        let effects = isChanged ? apply(mode, lateness: edge.map { $0.lateness(at: time) }) : []
        return effects + tend(using: &generator)
    }

    /// Spares an app that is woken by each location any evaluation: the last one holds, and the alarm is set.
    private func isSettled(at time: Timestamp, in zone: TimeZoneName) -> Bool {
        guard let outlook, outlook.holds(at: time, in: zone) else { return false }
        return platform == .ios || alarm?.edge == outlook.next
    }

    /// The last of the edges since the last evaluation, in the time zone of that evaluation.
    private func slept(until time: Timestamp) -> ScheduleEdge? {
        guard let outlook, let next = outlook.next, next <= time else { return nil }
        return schedule.lastEdge(notAfter: time, in: outlook.zone)
    }
}

extension ScheduleEdge {
    fileprivate func lateness(at now: Timestamp) -> Duration { .milliseconds(now.milliseconds - time.milliseconds) }
}
