public import VisitModel

/// A phone's power, and the background execution of an app.
public protocol PhonePower: Sendable {
    /// The power state.
    var powerState: PowerState { get }
    /// The connection to the internet.
    var connectivity: Connectivity { get }
    /// The availability of Google Play services; always available on iOS, which has none.
    var playServices: PlayServices { get }

    /// Starts a foreground service with its notification, for which Android lets the app run in the background.
    ///
    /// Updates the notification of a service that is already running. No effect on iOS.
    func startForegroundService(_ notification: ServiceNotification)
    /// Stops the foreground service and removes its notification.
    func stopForegroundService()
    /// Whether the foreground service is running.
    var isForegroundServiceRunning: Bool { get }
    /// Whether the app is exempt from battery optimisation (Android).
    var isExemptFromBatteryOptimization: Bool { get }

    /// Begins a task that the app wants to complete before iOS suspends it (`beginBackgroundTask(withName:)`).
    ///
    /// The app has some 30 seconds from leaving the foreground, from its launch or from its wake-up. Shortly before
    /// they are over it receives `PhoneSignal.backgroundTaskExpiring`; the system ends the process of an app that does
    /// not end its tasks then (Apple, `beginBackgroundTask`). A task in progress is not begun twice. No effect on
    /// Android, where processes are not suspended.
    func beginBackgroundTask(named name: String)
    /// Ends a background task; after the last one the app is suspended as usual.
    ///
    /// An unknown name is ignored.
    func endBackgroundTask(named name: String)

    /// Prevents iOS from suspending the process, by playing silence or keeping location running, or allows it again.
    ///
    /// This workaround costs power and may be rejected in review. It ends with the process. No effect on Android.
    func setPreventsSuspension(_ isOn: Bool)
}

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

/// The power state of a phone.
public struct PowerState: Hashable, Sendable {
    /// Battery level, 0...1.
    public var batteryLevel: Double
    /// Whether a charger is plugged in.
    public var isCharging: Bool
    /// iOS's Low Power Mode, Android's Battery Saver.
    public var isPowerSaving: Bool
    /// Whether the screen is on.
    public var isScreenOn: Bool
    /// Android's Doze: the phone is stationary, unplugged and dark, and defers background work.
    public var isDozing: Bool

    /// Creates a power state; the battery level is clamped to 0...1.
    public init(
        batteryLevel: Double = 1,
        isCharging: Bool = false,
        isPowerSaving: Bool = false,
        isScreenOn: Bool = false,
        isDozing: Bool = false
    ) {
        self.batteryLevel = min(1, max(0, batteryLevel))
        self.isCharging = isCharging
        self.isPowerSaving = isPowerSaving
        self.isScreenOn = isScreenOn
        self.isDozing = isDozing
    }
}

/// A phone's connection to the internet.
public enum Connectivity: String, Hashable, Sendable, CaseIterable {
    /// No connection.
    case none
    /// The mobile network.
    case cellular
    /// Wi-Fi.
    case wifi

    /// Whether there is a connection.
    public var isConnected: Bool { self != .none }
}
