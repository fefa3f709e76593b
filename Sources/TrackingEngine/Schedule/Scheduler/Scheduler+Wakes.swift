public import VisitModel

extension Scheduler {
    /// Something woke the app.
    ///
    /// What does not make the platform look at its schedule does nothing.
    ///
    /// - Parameters:
    ///   - wake: what woke it.
    ///   - time: the present.
    ///   - zone: the phone's time zone.
    ///   - generator: where the lateness of an inexact alarm comes from.
    /// - Returns: what to do, in order.
    public mutating func wake(
        by wake: ScheduleWake,
        at time: Timestamp,
        in zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        guard wake.platform == platform else { return [] }
        return follow(at: time, in: zone, using: &generator)
    }

    /// The phone's time zone is another one: the schedule is read by the new clocks at once, on either platform.
    ///
    /// What was done by hand stays where the schedule says the same by both clocks.
    ///
    /// - Parameters:
    ///   - time: the present.
    ///   - zone: the new time zone.
    ///   - generator: where the lateness of an inexact alarm comes from.
    /// - Returns: what to do, in order.
    public mutating func zoneChanged(
        at time: Timestamp,
        to zone: TimeZoneName,
        using generator: inout some RandomNumberGenerator
    ) -> [SchedulerEffect] {
        follow(at: time, in: zone, using: &generator)
    }

    /// The phone was switched off and on, and the app runs again: tracking is off, and Android has forgotten the alarm.
    ///
    /// Inside of a window tracking begins, unless it was stopped by hand in that window. What was started by hand is not
    /// begun again: that is for the app's own settings to say (`startOnBoot`).
    ///
    /// - Parameters:
    ///   - time: the present.
    ///   - zone: the phone's time zone.
    ///   - generator: where the lateness of an inexact alarm comes from.
    /// - Returns: what to do, in order.
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

    /// Whether the schedule says what it said before, and the alarm is for the edge that comes.
    ///
    /// This keeps an app that is woken by each location from working out anything.
    private func isSettled(at time: Timestamp, in zone: TimeZoneName) -> Bool {
        guard let outlook, outlook.holds(at: time, in: zone) else { return false }
        return platform == .ios || alarm?.edge == outlook.next
    }

    /// The last of the edges that came since the schedule was looked at, by the clocks of that time.
    private func slept(until time: Timestamp) -> ScheduleEdge? {
        guard let outlook, let next = outlook.next, next <= time else { return nil }
        return schedule.lastEdge(notAfter: time, in: outlook.zone)
    }
}

extension ScheduleEdge {
    fileprivate func lateness(at now: Timestamp) -> Duration { .milliseconds(now.milliseconds - time.milliseconds) }
}
