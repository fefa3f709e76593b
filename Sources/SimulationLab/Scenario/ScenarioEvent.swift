package import PhoneOS
package import PhoneSimulator
package import VisitModel

/// An event of a scenario: a change to the phone, or an action of its owner.
package enum ScenarioEvent: Hashable, Sendable {
    case reboot
    /// The phone is unlocked for the first time since a restart.
    case unlock
    case updateApp
    case reinstallApp
    case uninstallApp
    /// Android.
    case clearAppData
    case clearPlayData
    /// The system ends the app's process.
    case killApp
    /// The owner swipes the app away from the recent apps.
    case swipeAwayApp
    /// The owner ends the app: swipes it away on iOS, forces it to stop on Android.
    case forceQuitApp
    case openApp
    case leaveApp
    case startMonitoring
    /// The app stops monitoring, as when the member logs out.
    case stopMonitoring
    /// The app starts following the schedule of its options.
    case startSchedule
    case stopSchedule
    case locationServices(on: Bool)
    case permission(Permission, PermissionStatus)
    case precision(LocationPrecision)
    case playServices(PlayServices)
    /// Other code in the app uses this many of iOS's regions.
    case foreignRegions(Int)
    case connectivity(Connectivity)
    /// The best position source changes, satellites being best; `nil` for no positions at all.
    case reception(PositionQuality?)
    /// The OS reports one position with an offset, in metres and degrees from north, and a claimed accuracy.
    case position(offMeters: Double, bearingDegrees: Double, accuracyMeters: Double)
    case timeZone(TimeZoneName)
    /// Android.
    case doze(Bool)
    case charger(Bool)
    case screen(Bool)
    case powerSaving(Bool)
    /// 0...1.
    case battery(Double)
    /// From battery optimisation (Android).
    case batteryExemption(Bool)
    /// Android.
    case foregroundService(Bool)
    case regionMonitoring(Bool)
    /// The service that the app sends to becomes reachable or not.
    case server(ServerState)
}

package struct TimedScenarioEvent: Hashable, Sendable {
    package let time: Timestamp
    package let event: ScenarioEvent
    /// In the scenario's words.
    package let text: String
}
