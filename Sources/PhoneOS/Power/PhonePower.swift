/// A phone's power, and what an app may do in the background.
public protocol PhonePower: Sendable {
    /// The power situation.
    var powerState: PowerState { get }
    /// The connection to the internet.
    var connectivity: Connectivity { get }
    /// Whether Google Play services can be used; always available on iOS, which has none.
    var playServices: PlayServices { get }

    /// Shows a lasting notification, for which Android lets the app go on in the background; nothing on iOS.
    ///
    /// - Parameter notification: what it says; of a service that runs already, from now on.
    func startForegroundService(_ notification: ServiceNotification)
    /// Takes it away.
    func stopForegroundService()
    /// Whether the lasting notification is there.
    var isForegroundServiceRunning: Bool { get }
    /// Whether the member exempted the app from battery optimisation (Android).
    var isExemptFromBatteryOptimization: Bool { get }

    /// Begins something that the app wants to finish before iOS suspends it (`beginBackgroundTask(withName:)`).
    ///
    /// It is given some 30 seconds from leaving the screen, from its start or from its waking. Shortly before they are over
    /// it is told (`PhoneSignal.backgroundTaskExpiring`); the system ends the process of an app that does not end its tasks
    /// then (Apple, `beginBackgroundTask`). Nothing on Android, where processes run.
    ///
    /// - Parameter name: the task's name; one that is begun already is not begun twice.
    func beginBackgroundTask(named name: String)
    /// Ends it; with the last one the app is suspended as usual. A name that is not begun is ignored.
    func endBackgroundTask(named name: String)

    /// Keeps iOS from suspending the process, by playing silence or keeping location running, or no longer.
    ///
    /// A trick that costs power and that a review may refuse. It ends with the process. Nothing on Android.
    ///
    /// - Parameter isOn: whether the process is kept running from now on.
    func setPreventsSuspension(_ isOn: Bool)
}

/// The power situation of a phone.
public struct PowerState: Hashable, Sendable {
    /// Battery level, 0...1.
    public var batteryLevel: Double
    /// Whether a charger is plugged in.
    public var isCharging: Bool
    /// iOS's Low Power Mode, Android's Battery Saver.
    public var isPowerSaving: Bool
    /// Whether the screen is on.
    public var isScreenOn: Bool
    /// Android's Doze: the phone lies still, unplugged and dark, and defers what it can.
    public var isDozing: Bool

    /// Makes a situation.
    ///
    /// - Parameters:
    ///   - batteryLevel: 0...1; anything else is moved to the nearer end.
    ///   - isCharging: whether a charger is plugged in.
    ///   - isPowerSaving: whether the member asked for power to be saved.
    ///   - isScreenOn: whether the screen is on.
    ///   - isDozing: whether the phone dozes.
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
    /// None.
    case none
    /// Over the mobile network.
    case cellular
    /// Over Wi-Fi.
    case wifi

    /// Whether anything can be sent.
    public var isConnected: Bool { self != .none }
}
