public import TrackingModel

/// The notification that Android shows while Radar's foreground service runs.
///
/// Source: Radar, "Tracking Options Reference", Android foreground service options.
public struct RadarForegroundServiceOptions: Hashable, Sendable, Codable {
    /// The notification's text.
    public var text: String
    /// The notification's title; `nil` (the default) for none.
    public var title: String?
    /// The number of the icon's resource; `nil` (the default) for none.
    ///
    /// Deprecated since Android SDK 3.8.14: use `iconString`, which counts where both are given.
    public var icon: Int?
    /// The name of the icon's drawable; `nil` (the default) takes the app's own icon.
    public var iconString: String?
    /// The icon's colour, for instance `#00FF00`; `nil` (the default) for the system's.
    public var iconColor: String?
    /// Whether the notification shows only while an update is uploaded, and not all the time; default false.
    public var updatesOnly: Bool
    /// The activity that a tap opens, for instance `com.yourapp.MainActivity`; `nil` (the default) for none.
    public var activity: String?
    /// How loudly the notification comes.
    public var importance: RadarNotificationImportance
    /// The notification's number.
    public var id: Int
    /// The name of the notification's channel.
    public var channelName: String

    /// Makes options; each has the reference's default.
    ///
    /// - Parameters:
    ///   - text: the notification's text.
    ///   - title: its title.
    ///   - icon: the number of the icon's resource; deprecated.
    ///   - iconString: the name of the icon's drawable.
    ///   - iconColor: the icon's colour.
    ///   - updatesOnly: whether it shows only during updates.
    ///   - activity: the activity that a tap opens.
    ///   - importance: how loudly it comes.
    ///   - id: its number.
    ///   - channelName: its channel's name.
    public init(
        text: String = "Location tracking started",
        title: String? = nil,
        icon: Int? = nil,
        iconString: String? = nil,
        iconColor: String? = nil,
        updatesOnly: Bool = false,
        activity: String? = nil,
        importance: RadarNotificationImportance = .default,
        id: Int = 20_160_525,
        channelName: String = "Location Services"
    ) {
        self.text = text
        self.title = title
        self.icon = icon
        self.iconString = iconString
        self.iconColor = iconColor
        self.updatesOnly = updatesOnly
        self.activity = activity
        self.importance = importance
        self.id = id
        self.channelName = channelName
    }

    /// The icon that the notification shows: the named drawable, else the numbered one, else the app's own.
    public var usedIcon: RadarNotificationIcon {
        if let iconString { return .drawable(iconString) }
        return icon.map { .resource($0) } ?? .app
    }

    /// What of these options is better said otherwise.
    public var warnings: [ConfigurationWarning] {
        guard icon != nil else { return [] }
        return [
            ConfigurationWarning(
                .deprecated,
                "icon",
                "`icon` is deprecated since Android SDK 3.8.14; name the drawable in `iconString` instead"
            )
        ]
    }
}

/// Which icon a notification shows.
public enum RadarNotificationIcon: Hashable, Sendable {
    /// The drawable of that name, for instance `ic_walk`.
    case drawable(String)
    /// The resource of that number (`icon`).
    case resource(Int)
    /// The app's own, `applicationContext.applicationInfo.icon`.
    case app
}

/// How loudly a notification comes, with Android's numbers (`NotificationManager.IMPORTANCE_*`).
public enum RadarNotificationImportance: Int, Hashable, Sendable, CaseIterable, Codable {
    /// `IMPORTANCE_NONE`: it does not show.
    case none = 0
    /// `IMPORTANCE_MIN`: only in the shade.
    case minimum = 1
    /// `IMPORTANCE_LOW`: shows without a sound.
    case low = 2
    /// `IMPORTANCE_DEFAULT`: shows with a sound.
    case `default` = 3
    /// `IMPORTANCE_HIGH`: comes over what is on the screen.
    case high = 4
    /// `IMPORTANCE_MAX`: not used by Android.
    case maximum = 5
}
