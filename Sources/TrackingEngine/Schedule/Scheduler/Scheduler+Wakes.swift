public import VisitModel

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
