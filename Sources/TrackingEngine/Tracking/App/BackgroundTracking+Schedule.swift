internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// Follows the configured schedule from now on (`startSchedule`).
    ///
    /// The only effect is a warning where the schedule cannot be parsed.
    public mutating func startSchedule(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        guard let schedule = readSchedule(&effects) else { return effects }
        scheduler = Scheduler(platform: platform, usesAlarmManager: config.isScheduleExact)
        if state.isEnabled { _ = scheduler.trackingStartedByHand(ScheduleMode(state.mode), at: time) }
        state.isSchedulerEnabled = true
        let steps = scheduler.start(schedule, at: time, in: process.facts.timeZone, using: &random)
        follow(steps, at: time, &effects)
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Stops following the schedule (`stopSchedule`); tracking that is on stays on.
    public mutating func stopSchedule(at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        state.isSchedulerEnabled = false
        follow(scheduler.stop(at: time), at: time, &effects)
        effects.append(.save)
        requestChanges(at: time, &effects)
        return effects
    }

    /// Parses the configured schedule; on failure emits a warning and returns `nil`.
    func readSchedule(_ effects: inout [TrackingEffect]) -> Schedule? {
        do {
            return try Schedule(parsing: config.app.schedule)
        } catch {
            effects.append(.emit(.warning(ConfigurationWarning(.conflict, "app.schedule", error.message))))
            return nil
        }
    }

    /// Evaluates the schedule after something woke the app.
    mutating func checkSchedule(_ wake: ScheduleWake, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard state.isSchedulerEnabled, wake.platform == platform else { return }
        let steps = scheduler.wake(by: wake, at: time, in: process.facts.timeZone, using: &random)
        follow(steps, at: time, &effects)
    }

    /// Applies the scheduler's effects.
    ///
    /// Alarms and significant changes are part of the desired phone state, which is computed from the scheduler's
    /// state.
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
