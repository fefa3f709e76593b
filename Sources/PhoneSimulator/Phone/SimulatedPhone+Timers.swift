internal import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// Sets or cancels a timer of the app's process.
    ///
    /// - Parameters:
    ///   - name: the timer's name.
    ///   - time: the time at which it fires; a time in the past means now, and `nil` cancels the timer.
    public mutating func setTimer(_ name: String, at time: Timestamp?) {
        let process = app.process
        if app.timers.remove(name) != nil {
            queue.cancel { if case .timer(name, process) = $0 { true } else { false } }
        }
        // A timer that came due during the suspension and was not delivered yet.
        app.missed.removeAll { $0 == .timer(name) }
        guard let time, app.state.isRunning else { return }
        app.timers.insert(name)
        queue.plan(.timer(name, process: process), at: max(time, now))
    }

    /// Fires a timer; a suspended process receives it when it runs again.
    mutating func ring(_ name: String) {
        guard app.timers.remove(name) != nil else { return }
        deliver(.timer(name))
    }

    /// Sets or cancels an alarm of the app, which fires whether or not its process runs (Android).
    ///
    /// - Parameters:
    ///   - name: the alarm's name.
    ///   - time: the time at which it fires; a time in the past means now, and `nil` cancels the alarm.
    ///   - isExact: true to fire at that time, false to fire some time later when it suits the system.
    public mutating func setAlarm(_ name: String, at time: Timestamp?, exact isExact: Bool = false) {
        guard profile.platform == .android, app.state.isRunning || time == nil else { return }
        if let time { alarms.set(name, at: time, exact: isExact, now: now) } else { alarms.cancel(name) }
        planAlarmWake()
    }

    /// Fires due alarms, launching the app's process for the first if necessary.
    mutating func wakeAlarms() {
        guard !alarms.names.isEmpty else { return }
        defer { planAlarmWake() }
        guard system.isOn else { return }
        let due = alarms.removeDue(at: now, isDozing: isDozing)
        guard !due.isEmpty, app.state.isRunning || app.state == .terminated else { return }
        if app.state.isRunning { wake() } else { launch(.alarm) }
        for name in due { deliver(.alarm(name)) }
    }

    /// Cancels all alarms of the app.
    mutating func loseAlarms() {
        alarms.clear()
        planAlarmWake()
    }

    private mutating func planAlarmWake() {
        queue.cancel { if case .alarmWake = $0 { true } else { false } }
        if let wake = alarms.nextWake, system.isOn { queue.plan(.alarmWake, at: max(wake, now)) }
    }
}
