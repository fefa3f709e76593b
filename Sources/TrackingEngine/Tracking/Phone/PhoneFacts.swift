public import VisitModel

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
    public enum Connection: String, Hashable, Sendable, CaseIterable {
        /// No connection.
        case none
        /// A cellular network.
        case cellular
        /// Wi-Fi or a cable.
        case wifi
    }

    /// The permission and the location services.
    public var provider: ProviderState
    /// Whether the member allows the motion service.
    public var mayUseMotion: Bool
    /// The internet connection.
    public var connection: Connection
    /// The app's phase.
    public var app: AppPhase
    /// When the app entered its phase.
    public var appSince: Timestamp
    /// Whether the phone is charging.
    public var isCharging: Bool
    /// Whether the screen is on.
    public var isScreenOn: Bool
    /// Whether power saving is on.
    public var isPowerSaving: Bool
    /// The battery's level, 0...1; `nil` where unknown.
    public var batteryLevel: Double?
    /// The phone's time zone.
    public var timeZone: TimeZoneName
    /// The names of the regions monitored when the process begins; `nil` on Android, which has no such list.
    public var monitoredRegions: [String]?

    /// A phone in use, on Wi-Fi, that allows everything.
    public init(at time: Timestamp, timeZone: TimeZoneName) {
        provider = ProviderState(isEnabled: true, status: .authorizedAlways)
        mayUseMotion = true
        connection = .wifi
        app = .foreground
        appSince = time
        isCharging = false
        isScreenOn = true
        isPowerSaving = false
        self.timeZone = timeZone
    }

    /// Whether there is an internet connection.
    public var hasConnection: Bool { connection != .none }
}
