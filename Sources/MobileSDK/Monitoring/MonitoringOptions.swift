public import PhoneOS

/// How a phone is monitored.
public struct MonitoringOptions: Hashable, Sendable {
    /// The continuous location updates to request; `nil` relies on the system's geofences alone.
    ///
    /// Without updates one region is reserved for the phone: a circle around the last good fix, of which the exit
    /// reports that the member has moved. This leaves 19 places on iOS and 99 on Android, and the recorder must select
    /// no more.
    public var updates: LocationRequest?
    /// Whether the Android app runs a foreground service with its notification, without which the system delivers few
    /// fixes and may end the app.
    public var usesForegroundService: Bool
    /// The text of that notification.
    public var foregroundNotice: Notice
    /// The number of regions per call, 1 or more, on Android, which accepts or rejects a call as a whole.
    public var regionsPerCall: Int
    /// The Android channel through which notifications are posted.
    public var notificationChannel: NotificationChannel
    /// Whether Entered, Dwell and Exited are shown as notifications.
    public var showsNotifications: Bool

    /// A notification channel.
    public struct NotificationChannel: Hashable, Sendable {
        /// The channel's id.
        public let id: String
        /// The name that the member sees in Settings.
        public let name: String

        /// Creates a channel.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Creates options; the defaults are those of an app that relies on geofences alone.
    public init(
        updates: LocationRequest? = nil,
        usesForegroundService: Bool = false,
        foregroundNotice: Notice = Notice(title: "Visits", body: "Your visits are being recorded"),
        regionsPerCall: Int = 25,
        notificationChannel: NotificationChannel = NotificationChannel(id: "visits", name: "Visits"),
        showsNotifications: Bool = true
    ) {
        self.updates = updates
        self.usesForegroundService = usesForegroundService
        self.foregroundNotice = foregroundNotice
        self.regionsPerCall = max(1, regionsPerCall)
        self.notificationChannel = notificationChannel
        self.showsNotifications = showsNotifications
    }
}
