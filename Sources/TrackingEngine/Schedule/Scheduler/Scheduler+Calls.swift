public import VisitModel

extension Scheduler {
    /// The app follows a schedule from now on (`startSchedule`).
    ///
    /// Inside of a window the window's mode begins, and another one is left; outside, tracking is told to stop, whether or
    /// not it was on.
    ///
    /// - Parameters:
    ///   - schedule: the schedule.
    ///   - time: the present.
    ///   - zone: the phone's time zone.
    ///   - generator: where the lateness of an inexact alarm comes from.
    /// - Returns: what to do, in order.
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

    /// The app follows its schedule no longer (`stopSchedule`).
    ///
    /// What is on stays on: the app stops tracking itself, if it means to.
    ///
    /// - Parameter time: the present; an alarm that has come already is not taken back.
    /// - Returns: what to do, in order.
    public mutating func stop(at time: Timestamp) -> [SchedulerEffect] {
        isRunning = false
        outlook = nil
        var effects: [SchedulerEffect] = []
        if let alarm, alarm.time > time { effects.append(.cancelAlarm) }
        alarm = nil
        return effects + tendSignificantChanges()
    }

    /// The configuration has another schedule.
    ///
    /// While one is followed, the new one takes effect at once, over what was done by hand too; otherwise it waits for
    /// `start`.
    ///
    /// - Parameters:
    ///   - schedule: the new schedule; one with the same entries as the old changes nothing.
    ///   - time: the present.
    ///   - zone: the phone's time zone.
    ///   - generator: where the lateness of an inexact alarm comes from.
    /// - Returns: what to do, in order.
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

    /// A person, or the app by itself, started tracking.
    ///
    /// It stays on until the schedule's next edge.
    ///
    /// - Parameters:
    ///   - mode: what is on.
    ///   - time: the present.
    /// - Returns: what to do, in order.
    public mutating func trackingStartedByHand(_ mode: ScheduleMode, at time: Timestamp) -> [SchedulerEffect] {
        override(with: mode, at: time)
    }

    /// A person, or the app by itself, stopped tracking.
    ///
    /// It stays off until the schedule's next edge.
    ///
    /// - Parameter time: the present.
    /// - Returns: what to do, in order.
    public mutating func trackingStoppedByHand(at time: Timestamp) -> [SchedulerEffect] {
        override(with: nil, at: time)
    }

    private mutating func override(with mode: ScheduleMode?, at time: Timestamp) -> [SchedulerEffect] {
        tracking = mode
        // An edge that was not yet applied is over: what a person does now comes after it. The zone is the last known.
        if let outlook, !outlook.holds(at: time, in: outlook.zone) { _ = look(at: time, in: outlook.zone) }
        return tendSignificantChanges()
    }
}
