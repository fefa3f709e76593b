public import VisitModel

extension Scheduler {
    /// Starts to follow a schedule (`startSchedule`).
    ///
    /// Within a window the window's mode begins and replaces another one; outside, the effects stop tracking, whether
    /// or not it was on.
    ///
    /// - Parameters:
    ///   - schedule: the schedule.
    ///   - time: the current time.
    ///   - zone: the phone's time zone.
    ///   - generator: the source of the lateness of an inexact alarm.
    /// - Returns: the effects, in order.
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

    /// Stops following the schedule (`stopSchedule`).
    ///
    /// Tracking that is on stays on: stopping it is left to the app. An alarm that is already due is not cancelled.
    public mutating func stop(at time: Timestamp) -> [SchedulerEffect] {
        isRunning = false
        outlook = nil
        var effects: [SchedulerEffect] = []
        if let alarm, alarm.time > time { effects.append(.cancelAlarm) }
        alarm = nil
        return effects + tendSignificantChanges()
    }

    /// Applies another schedule of the configuration.
    ///
    /// While a schedule is followed, the new one takes effect at once and overrides manual changes; otherwise it waits
    /// for `start`.
    ///
    /// - Parameters:
    ///   - schedule: the new schedule; one with the same entries as the old changes nothing.
    ///   - time: the current time.
    ///   - zone: the phone's time zone.
    ///   - generator: the source of the lateness of an inexact alarm.
    /// - Returns: the effects, in order.
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

    /// Records that tracking was started manually, by the user or the app.
    ///
    /// It stays on until the schedule's next edge. Returns the effects, in order.
    public mutating func trackingStartedByHand(_ mode: ScheduleMode, at time: Timestamp) -> [SchedulerEffect] {
        override(with: mode, at: time)
    }

    /// Records that tracking was stopped manually, by the user or the app.
    ///
    /// It stays off until the schedule's next edge. Returns the effects, in order.
    public mutating func trackingStoppedByHand(at time: Timestamp) -> [SchedulerEffect] {
        override(with: nil, at: time)
    }

    private mutating func override(with mode: ScheduleMode?, at time: Timestamp) -> [SchedulerEffect] {
        tracking = mode
        // An edge that was not yet applied is skipped: the manual change is later. The zone is the last known one.
        if let outlook, !outlook.holds(at: time, in: outlook.zone) { _ = look(at: time, in: outlook.zone) }
        return tendSignificantChanges()
    }
}
