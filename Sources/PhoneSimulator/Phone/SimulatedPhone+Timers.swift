internal import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// The app's process asks to be told at a time, or no longer.
    ///
    /// - Parameters:
    ///   - name: the timer's name.
    ///   - time: when; a time that is past is now, and `nil` cancels the timer.
    public mutating func setTimer(_ name: String, at time: Timestamp?) {
        let process = app.process
        if app.timers.remove(name) != nil {
            queue.cancel { if case .timer(name, process) = $0 { true } else { false } }
        }
        // One that came due while iOS had the process suspended and that was not told yet.
        app.missed.removeAll { $0 == .timer(name) }
        guard let time, app.state.isRunning else { return }
        app.timers.insert(name)
        queue.plan(.timer(name, process: process), at: max(time, now))
    }

    /// A timer is due: the process is told, or when it runs again.
    mutating func ring(_ name: String) {
        guard app.timers.remove(name) != nil else { return }
        tell(.timer(name))
    }

    /// The app asks to be told at a time, whether its process runs then or not, or no longer (Android).
    ///
    /// - Parameters:
    ///   - name: the alarm's name.
    ///   - time: when; a time that is past is now, and `nil` cancels the alarm.
    ///   - isExact: whether it comes at that time, or at a moment after it that suits the system.
    public mutating func setAlarm(_ name: String, at time: Timestamp?, exact isExact: Bool = false) {
        guard profile.platform == .android, app.state.isRunning || time == nil else { return }
        if let time { alarms.set(name, at: time, exact: isExact, now: now) } else { alarms.cancel(name) }
        planAlarmWake()
    }

    /// Alarms may be due: the app is told, its process started for the first where it does not run.
    mutating func wakeAlarms() {
        guard !alarms.names.isEmpty else { return }
        defer { planAlarmWake() }
        guard system.isOn else { return }
        let due = alarms.take(at: now, isDozing: isDozing)
        guard !due.isEmpty, app.state.isRunning || app.state == .terminated else { return }
        if app.state.isRunning { wake() } else { launch(.alarm) }
        for name in due { tell(.alarm(name)) }
    }

    /// Clears the app's alarms.
    mutating func loseAlarms() {
        alarms.clear()
        planAlarmWake()
    }

    private mutating func planAlarmWake() {
        queue.cancel { if case .alarmWake = $0 { true } else { false } }
        if let wake = alarms.nextWake, system.isOn { queue.plan(.alarmWake, at: max(wake, now)) }
    }
}
