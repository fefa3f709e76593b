internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// Follows the configured schedule from now on (`startSchedule`).
    ///
    /// - Parameter time: now.
    /// - Returns: what to do; a warning alone where the schedule can't be read.
    public mutating func startSchedule(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        guard let schedule = readSchedule(&effects) else { return effects }
        scheduler = Scheduler(platform: platform, usesAlarmManager: config.isScheduleExact)
        if state.isEnabled { _ = scheduler.trackingStartedByHand(ScheduleMode(state.mode), at: time) }
        state.isSchedulerEnabled = true
        let steps = scheduler.start(schedule, at: time, in: process.facts.timeZone, using: &dice)
        follow(steps, at: time, &effects)
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Follows it no longer (`stopSchedule`); what is on stays on.
    ///
    /// - Parameter time: now.
    /// - Returns: what to do.
    public mutating func stopSchedule(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        state.isSchedulerEnabled = false
        follow(scheduler.stop(at: time), at: time, &effects)
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// The schedule of the configuration; where it can't be read, the app is told.
    func readSchedule(_ effects: inout [TrackingEffect]) -> Schedule? {
        do {
            return try Schedule(parsing: config.app.schedule)
        } catch {
            effects.append(.tell(.warning(ConfigurationWarning(.conflict, "app.schedule", error.message))))
            return nil
        }
    }

    /// Looks at the schedule because something woke the app.
    mutating func checkSchedule(_ wake: ScheduleWake, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard state.isSchedulerEnabled, wake.platform == platform else { return }
        let steps = scheduler.wake(by: wake, at: time, in: process.facts.timeZone, using: &dice)
        follow(steps, at: time, &effects)
    }

    /// Does what the schedule asks for.
    ///
    /// Alarms and significant changes are wishes, which follow from its state.
    mutating func follow(_ steps: [SchedulerEffect], at time: Timestamp, _ effects: inout [TrackingEffect]) {
        for step in steps {
            switch step {
            case .begin(let mode, _, _): begin(mode.tracking, at: time, &effects)
            case .stop: end(at: time, &effects)
            case .scheduleEvent: emit(.schedule(state), &effects)
            case .armAlarm, .cancelAlarm, .keepSignificantChanges: effects.append(.save)
            }
        }
    }
}
