internal import VisitModel

extension Scheduler {
    /// Evaluates the schedule and stores the result.
    mutating func look(at time: Timestamp, in zone: TimeZoneName) -> ScheduleMode? {
        let mode = schedule.state(at: time, in: zone).mode
        outlook = Outlook(zone: zone, time: time, mode: mode, next: schedule.nextEdge(after: time, in: zone)?.time)
        return mode
    }

    /// Switches tracking to a mode, in one step.
    mutating func apply(_ mode: ScheduleMode?, lateness: Duration?) -> [SchedulerEffect] {
        guard mode != tracking else { return [] }
        let before = tracking
        tracking = mode
        guard let mode else { return [.stop(lateness: lateness), .scheduleEvent(enabled: false)] }
        return [.begin(mode, replacing: before, lateness: lateness), .scheduleEvent(enabled: true)]
    }

    /// Requests what wakes the app next.
    mutating func tend(using generator: inout some RandomNumberGenerator) -> [SchedulerEffect] {
        tendSignificantChanges() + tendAlarm(using: &generator)
    }

    /// iOS: while nothing is tracked, within a window or outside, no recorded location would wake the app.
    mutating func tendSignificantChanges() -> [SchedulerEffect] {
        let wanted = platform == .ios && isRunning && tracking == nil
        guard wanted != keepsSignificantChanges else { return [] }
        keepsSignificantChanges = wanted
        return [.keepSignificantChanges(wanted)]
    }

    /// Android: one alarm at a time, for the next edge.
    ///
    /// An alarm that is already set for it is kept, so that the lateness of an inexact one is drawn once.
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
