internal import VisitModel

extension Scheduler {
    /// Looks at the schedule, and remembers what it says.
    mutating func look(at time: Timestamp, in zone: TimeZoneName) -> ScheduleMode? {
        let mode = schedule.state(at: time, in: zone).mode
        outlook = Outlook(zone: zone, time: time, mode: mode, next: schedule.nextEdge(after: time, in: zone)?.time)
        return mode
    }

    /// Makes tracking what it is to be, in one step.
    mutating func apply(_ mode: ScheduleMode?, lateness: Duration?) -> [SchedulerEffect] {
        guard mode != tracking else { return [] }
        let before = tracking
        tracking = mode
        guard let mode else { return [.stop(lateness: lateness), .scheduleEvent(enabled: false)] }
        return [.begin(mode, replacing: before, lateness: lateness), .scheduleEvent(enabled: true)]
    }

    /// Sets what will wake the app next.
    mutating func tend(using generator: inout some RandomNumberGenerator) -> [SchedulerEffect] {
        tendSignificantChanges() + tendAlarm(using: &generator)
    }

    /// iOS: while nothing is tracked, inside a window or outside, no location would be recorded that wakes the app.
    mutating func tendSignificantChanges() -> [SchedulerEffect] {
        let wanted = platform == .ios && isRunning && tracking == nil
        guard wanted != keepsSignificantChanges else { return [] }
        keepsSignificantChanges = wanted
        return [.keepSignificantChanges(wanted)]
    }

    /// Android: one alarm at a time, for the next edge.
    ///
    /// An alarm that is set for it already is left alone, so that an inexact one is drawn once.
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
