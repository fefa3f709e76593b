internal import TrackingModel
public import VisitModel

/// A signal of the phone's system.
public enum TrackingSignal: Hashable, Sendable {
    /// A fix and the service that made it.
    case fix(Fix, FixOrigin)
    /// The system could not provide a fix.
    case fixFailed(LocationError)
    /// The activity that the motion service reports, with its confidence in percent.
    case activity(Activity, confidence: Int)
    /// Regions were entered, left or dwelt in, with the triggering fix; the stationary region may be among them.
    case regionsCrossed(GeofenceCrossing.Action, [String], Fix?)
    /// Whether the phone is inside a region; `nil` where the system does not know.
    case regionState(String, isInside: Bool?)
    /// Regions that the system refused to monitor.
    case regionsRefused([String], MonitoredGeofences.Refusal)
    /// A timer is due.
    case timer(DesiredPhoneState.Timer)
    /// The app came to the foreground or went to the background.
    case appChanged(PhoneFacts.AppPhase)
    /// The time is over for which iOS lets an app in the background run for its searches of a position.
    case backgroundTimeEnding
    /// The app is about to be ended by the member or the system.
    case appEnding
    /// The system grants time for background work.
    case backgroundFetch
    /// The internet connection changed.
    case connectionChanged(PhoneFacts.Connection)
    /// The power state changed.
    case powerChanged(isCharging: Bool, isScreenOn: Bool, isPowerSaving: Bool, batteryLevel: Double?)
    /// Permission, location services or precision changed.
    case providerChanged(ProviderState)
    /// The member granted or revoked the permission for the motion service.
    case motionPermissionChanged(isGranted: Bool)
    /// The phone's time zone changed.
    case timeZoneChanged(TimeZoneName)

    /// The system service that made a fix.
    public enum FixOrigin: String, Hashable, Sendable, Codable, CaseIterable {
        /// The requested location updates.
        case updates
        /// A single requested fix.
        case single
        /// A significant change of some hundred metres (iOS).
        case significantChange = "significant_change"
        /// A region's transition.
        case region
    }
}

/// The reason why the app's process was started.
public enum TrackingLaunch: String, Hashable, Sendable, CaseIterable {
    /// The member opened the app.
    case user
    /// A location event or an alarm.
    case event
    /// The phone had started and was unlocked.
    case boot
    /// The app was replaced by a newer version.
    case replaced
    /// The system granted time for background work.
    case backgroundFetch = "background_fetch"
}

/// The state of the phone and the app as last reported by the system.
public struct PhoneFacts: Hashable, Sendable {
    /// The phase of the app's life.
    public enum AppPhase: String, Hashable, Sendable, CaseIterable {
        /// On the screen.
        case foreground
        /// Running without being visible.
        case background
    }

    /// The kind of internet connection.
    public enum Connection: String, Hashable, Sendable, Codable, CaseIterable {
        /// No connection.
        case none
        /// A cellular network.
        case cellular
        /// Wi-Fi or a cable.
        case wifi
    }

    /// The permission and the location services.
    public var provider = ProviderState(isEnabled: true, status: .authorizedAlways)
    /// Whether the member allows the motion service.
    public var mayUseMotion = true
    /// Whether the member can be asked for it: the phone has the hardware and, on iOS, the app gives a reason.
    public var canRequestMotion = true
    /// The internet connection.
    public var connection = Connection.wifi
    /// The app's phase.
    public var app = AppPhase.foreground
    /// When the app entered its phase.
    public var appSince: Timestamp
    /// Whether the phone is charging.
    public var isCharging = false
    /// Whether the screen is on.
    public var isScreenOn = true
    /// Whether power saving is on.
    public var isPowerSaving = false
    /// The battery's level, 0...1; `nil` where unknown.
    public var batteryLevel: Double?
    /// The phone's time zone.
    public var timeZone: TimeZoneName
    /// The names of the regions monitored when the process begins; `nil` on Android, which has no such list.
    public var monitoredRegions: [String]?

    /// A phone in use, on Wi-Fi, that allows everything.
    public init(at time: Timestamp, timeZone: TimeZoneName) {
        appSince = time
        self.timeZone = timeZone
    }

    /// Whether there is an internet connection.
    public var hasConnection: Bool { connection != .none }
}
