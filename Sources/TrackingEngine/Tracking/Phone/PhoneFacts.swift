public import VisitModel

/// What the SDK knows of the phone and of the app, as the system last said it.
public struct PhoneFacts: Hashable, Sendable {
    /// Where the app stands.
    public enum AppPhase: String, Hashable, Sendable, CaseIterable {
        /// On the screen.
        case foreground
        /// Running without being seen.
        case background
    }

    /// The way to the internet.
    public enum Connection: String, Hashable, Sendable, CaseIterable {
        /// None.
        case none
        /// By cell.
        case cellular
        /// By Wi-Fi or a cable.
        case wifi
    }

    /// What the member and the phone allow.
    public var provider: ProviderState
    /// Whether the member allows the motion service.
    public var mayUseMotion: Bool
    /// The way to the internet.
    public var connection: Connection
    /// Where the app stands.
    public var app: AppPhase
    /// Since when it has stood there.
    public var appSince: Timestamp
    /// Whether the phone is being charged.
    public var isCharging: Bool
    /// Whether its screen is on.
    public var isScreenOn: Bool
    /// Whether it saves power.
    public var isPowerSaving: Bool
    /// The battery's level, 0...1; `nil` where unknown.
    public var batteryLevel: Double?
    /// The zone that the phone shows its times in.
    public var timeZone: TimeZoneName
    /// The names of the regions that the system watches for the app when its process begins; `nil` on Android, which has no
    /// such list.
    public var monitoredRegions: [String]?

    /// Makes facts of a phone in use, on Wi-Fi, that allows everything.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - timeZone: the zone that the phone shows its times in.
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

    /// Whether there is a way to the internet.
    public var hasConnection: Bool { connection != .none }
}
