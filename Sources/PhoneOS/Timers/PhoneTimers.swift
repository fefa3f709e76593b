public import VisitModel

/// Being told at a time: by timers, which live and die with the app's process, and by alarms, which start it.
///
/// Names are the app's own, one list of timers and one of alarms. What is set under a name that is taken moves it to the
/// new time. A time that is past comes at once.
public protocol PhoneTimers: Sendable {
    /// Asks the process to be told at a time (`PhoneSignal.timer`), once.
    ///
    /// A process that iOS has suspended is told when it is woken. One that ends is told never: the next one has no timers.
    ///
    /// - Parameters:
    ///   - name: the timer's name.
    ///   - time: when.
    func setTimer(named name: String, at time: Timestamp)

    /// Asks to be told of a timer no longer; a name that is not set is ignored.
    ///
    /// - Parameter name: the timer's name.
    func cancelTimer(named name: String)

    /// Asks the app to be told at a time, its process started for it where that does not run (Android's `AlarmManager`).
    ///
    /// Comes as `PhoneSignal.alarm`, after `LaunchReason.alarm` where the process was started. An alarm lives on when the
    /// process ends. A restart of the phone, a forced stop and the removal of the app clear it (Google, "Schedule alarms",
    /// and AOSP's `AlarmManagerService`): set it again at `LaunchReason.bootCompleted` and `packageReplaced`. On iOS, which
    /// has no alarms for apps, nothing happens.
    ///
    /// - Parameters:
    ///   - name: the alarm's name.
    ///   - time: when.
    ///   - isExact: at that time even while the phone dozes (`setExactAndAllowWhileIdle`), or some time after it, at a
    ///     moment that suits the system (`set`, or a job of `JobScheduler`).
    func setAlarm(named name: String, at time: Timestamp, exact isExact: Bool)

    /// Asks to be told of an alarm no longer; a name that is not set is ignored.
    ///
    /// - Parameter name: the alarm's name.
    func cancelAlarm(named name: String)
}
