public import PhoneOS

/// How a phone is watched.
public struct MonitoringOptions: Hashable, Sendable {
    /// The readings that are asked for all the time; `nil` watches by the system's geofences alone.
    ///
    /// Without them one region is the phone's own: a circle round the last good fix, whose exit tells that the member has
    /// moved. So 19 places are watched on iOS and 99 on Android, and the recorder has to choose no more.
    public var updates: LocationRequest?
    /// Whether Android's app shows a lasting notification, without which the system gives it few readings and may end it.
    public var usesForegroundService: Bool
    /// What that says.
    public var foregroundNotice: Notice
    /// How many regions are asked for in one call on Android, which takes a call as a whole or not at all.
    public var regionsPerCall: Int
    /// The channel that notifications are posted through on Android.
    public var notificationChannel: NotificationChannel
    /// Whether Entered, Dwell and Exited are shown as notifications.
    public var showsNotifications: Bool

    /// A channel for notifications.
    public struct NotificationChannel: Hashable, Sendable {
        /// The channel's id.
        public let id: String
        /// What the member sees in Settings.
        public let name: String

        /// Makes a channel.
        ///
        /// - Parameters:
        ///   - id: the channel's id.
        ///   - name: what the member sees in Settings.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Makes options; without arguments, those of an app that watches by geofences alone.
    ///
    /// - Parameters:
    ///   - updates: readings that are asked for all the time.
    ///   - usesForegroundService: whether Android's app shows a lasting notification.
    ///   - foregroundNotice: what that says.
    ///   - regionsPerCall: 1 or more.
    ///   - notificationChannel: where notifications go on Android.
    ///   - showsNotifications: whether there are any.
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
