internal import TrackingModel
public import VisitModel

/// The options for tracking across the app's life cycle: its end, a reboot, a schedule, a heartbeat.
///
/// They are for both platforms unless a comment names one. Transistor, AppConfig, under the option's name.
public struct AppConfig: Hashable, Sendable, Codable {
    /// Stops tracking when the member ends the app; true by default.
    ///
    /// False: iOS leaves a geofence behind and relaunches the app at its exit, after about 200 m; Android continues
    /// without the app.
    public var stopOnTerminate = true
    /// Resumes tracking after a reboot; false by default.
    ///
    /// Android begins after the first unlock, iOS with the first geofence exit or Background Fetch, about every
    /// 15 minutes.
    public var startOnBoot = false
    /// Delivers events to the app's code after its end (Android, with `stopOnTerminate` false); false by default.
    public var enableHeadless = false
    /// Seconds between two heartbeats; 60 on iOS, −1 (off) on Android, there 60 or more.
    ///
    /// In the background, while the phone is stationary; on iOS only with `preventSuspend`. Transistor,
    /// BGGeo.onHeartbeat.
    public var heartbeatInterval: Double
    /// Keeps iOS from suspending the app after location is turned off, at much cost in power; false by default.
    public var preventSuspend = false
    /// When tracking starts and stops, one text per entry, for instance `2-6 09:00-17:00`; none by default.
    ///
    /// Sunday is day 1. `startSchedule` puts it into effect.
    public var schedule: [String] = []
    /// Makes the edges of the schedule exact by alarms (Android; Transistor, AppConfig, "Scheduler"); false by default.
    public var scheduleUseAlarmManager = false
    /// The content of the foreground service's notification (Android).
    public var notification = NotificationConfig()
    /// The dialog that leads to the system's page for location in the background.
    ///
    /// Android 11 and later; shown where `GeolocationConfig.locationAuthorizationRequest` is always. Transistor,
    /// AppConfig, "Background permission".
    public var backgroundPermissionRationale = PermissionRationale()

    /// The defaults of a platform, which decides `heartbeatInterval`.
    public init(platform: Platform) { heartbeatInterval = platform == .ios ? 60 : -1 }
}

extension AppConfig {
    /// At least 60 s on Android; the documents give no minimum for iOS, where one second is Footfall's.
    static func heartbeatIntervalLimits(on platform: Platform) -> OptionLimits {
        OptionLimits(atLeast: platform == .ios ? 1 : 60, offUpTo: 0)
    }
}

/// The dialog that explains why the app needs location in the background, and leads to the system's page for it.
///
/// Android 11 and later. The texts may contain `{applicationName}` and `{backgroundPermissionOptionLabel}`, which are
/// replaced by the app's name and the system's label for always. Transistor, AppConfig.backgroundPermissionRationale;
/// Transistor types, PermissionRationale.
public struct PermissionRationale: Hashable, Sendable, Codable {
    /// The title; not set by default.
    public var title: String?
    /// The reason; not set by default.
    public var message: String?
    /// The button that leads to the system's page; not set by default.
    public var positiveAction: String?
    /// The button that dismisses the dialog; not set by default.
    public var negativeAction: String?

    /// A dialog that is not configured, and so not shown.
    public init() {}

    /// Whether there is anything to show.
    public var isConfigured: Bool { self != PermissionRationale() }
}

/// The notification of Android's service (Transistor, AppConfig.notification; Transistor types, NotificationConfig).
public struct NotificationConfig: Hashable, Sendable, Codable {
    /// The title; `Background Geolocation` by default.
    public var title = "Background Geolocation"
    /// The text; `Tracking location` by default.
    public var text = "Tracking location"
    /// The colour of the icon as `#RRGGBB` or `#AARRGGBB`; not set by default.
    public var color: String?
    /// The icon in the status bar as `type/name`; `mipmap/ic_launcher`, the app's own, by default.
    public var smallIcon = "mipmap/ic_launcher"
    /// The large icon as `type/name`; not set by default.
    public var largeIcon: String?
    /// The priority; `low` by default.
    public var priority = NotificationPriority.low
    /// Shows it always and not only while moving; false by default.
    public var sticky = false
    /// The name of one of the app's own layouts; not set by default.
    public var layout: String?
    /// Texts for the elements of that layout, by their names; none by default.
    public var strings: [String: String] = [:]
    /// The names of the buttons of that layout; none by default.
    public var actions: [String] = []
    /// The name of the channel, as the member sees it in Settings; `BackgroundGeolocation` by default.
    public var channelName = "BackgroundGeolocation"
    /// The identifier of the channel; `bggeo` by default.
    public var channelId = "bggeo"

    /// The defaults.
    public init() {}
}
