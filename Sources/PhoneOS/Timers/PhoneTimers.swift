public import VisitModel

/// Timers, which live as long as the app's process, and alarms, which start it.
///
/// Names belong to the app; timers and alarms have separate namespaces. Setting a name again moves it to the new time.
/// A time in the past fires at once.
public protocol PhoneTimers: Sendable {
    /// Sets a timer that fires once (`PhoneSignal.timer`).
    ///
    /// In a process that iOS has suspended it fires at the next wake-up. It never fires after the process has ended:
    /// the next one has no timers.
    func setTimer(named name: String, at time: Timestamp)

    /// Cancels a timer; an unknown name is ignored.
    func cancelTimer(named name: String)

    /// Sets an alarm, which starts the process if it is not running (Android's `AlarmManager`).
    ///
    /// An exact alarm fires at its time even in Doze (`setExactAndAllowWhileIdle`), an inexact one some time later when
    /// it suits the system (`set`, or a job of `JobScheduler`). Both arrive as `PhoneSignal.alarm`, after
    /// `LaunchReason.alarm` if the process was started.
    ///
    /// An alarm survives the end of the process. A restart of the phone, a forced stop and the removal of the app clear
    /// it (Google, "Schedule alarms", and AOSP's `AlarmManagerService`): set it again at `LaunchReason.bootCompleted`
    /// and `packageReplaced`. No effect on iOS, which has no alarms for apps.
    func setAlarm(named name: String, at time: Timestamp, exact isExact: Bool)

    /// Cancels an alarm; an unknown name is ignored.
    func cancelAlarm(named name: String)
}
