package import PhoneOS
package import PhoneSimulator
package import VisitModel

/// An event of a scenario: a change to the phone, or an action of its owner.
package enum ScenarioEvent: Hashable, Sendable {
    /// The phone is restarted.
    case reboot
    /// The phone is unlocked for the first time since a restart.
    case unlock
    /// The app is replaced by a newer version.
    case updateApp
    /// The app is removed and installed again.
    case reinstallApp
    /// The app is removed.
    case uninstallApp
    /// The app's data is cleared (Android).
    case clearAppData
    /// The data of Google Play services is cleared.
    case clearPlayData
    /// The system ends the app's process.
    case killApp
    /// The owner swipes the app away from the recent apps.
    case swipeAwayApp
    /// The owner ends the app: swipes it away on iOS, forces it to stop on Android.
    case forceQuitApp
    /// The owner opens the app.
    case openApp
    /// The app goes to the background.
    case leaveApp
    /// The app starts monitoring.
    case startMonitoring
    /// The app stops monitoring, as when the member logs out.
    case stopMonitoring
    /// The app starts following the schedule of its options.
    case startSchedule
    /// The app stops following its schedule.
    case stopSchedule
    /// Location is switched on or off.
    case locationServices(on: Bool)
    /// The owner changes a permission in the settings.
    case permission(Permission, PermissionStatus)
    /// The app is granted precise or approximate locations.
    case precision(LocationPrecision)
    /// Google Play services are available, missing or outdated.
    case playServices(PlayServices)
    /// Other code in the app uses this many of iOS's regions.
    case foreignRegions(Int)
    /// The connection changes.
    case connectivity(Connectivity)
    /// The best position source changes, satellites being best; `nil` for no positions at all.
    case reception(PositionQuality?)
    /// The OS reports one position with an offset, in metres and degrees from north, and a claimed accuracy.
    case position(offMeters: Double, bearingDegrees: Double, accuracyMeters: Double)
    /// The phone's time zone changes.
    case timeZone(TimeZoneName)
    /// The phone enters or leaves Doze (Android).
    case doze(Bool)
    /// The phone is connected to a charger or disconnected.
    case charger(Bool)
    /// The screen is switched on or off.
    case screen(Bool)
    /// Power saving is switched on or off.
    case powerSaving(Bool)
    /// The battery level changes, 0...1.
    case battery(Double)
    /// The app's exemption from battery optimisation begins or ends (Android).
    case batteryExemption(Bool)
    /// The app's foreground service starts or stops (Android).
    case foregroundService(Bool)
    /// Region monitoring becomes available or unavailable.
    case regionMonitoring(Bool)
    /// The reachability of the service that the app sends to changes.
    case server(ServerState)
}

/// An event of a scenario with its time.
package struct TimedScenarioEvent: Hashable, Sendable {
    /// When it happens.
    package let time: Timestamp
    /// The event.
    package let event: ScenarioEvent
    /// The event in the scenario's words.
    package let text: String

    /// Creates a timed event.
    package init(time: Timestamp, event: ScenarioEvent, text: String) {
        self.time = time
        self.event = event
        self.text = text
    }
}
