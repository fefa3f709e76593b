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
