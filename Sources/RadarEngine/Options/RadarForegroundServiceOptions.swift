public import TrackingModel
internal import WireJSON

/// The notification that Android shows while Radar's foreground service runs.
///
/// Source: Radar, "Tracking Options Reference", Android foreground service options.
public struct RadarForegroundServiceOptions: Hashable, Sendable, Codable {
    /// The notification's text.
    public var text: String
    /// The notification's title; `nil` (the default) for none.
    public var title: String?
    /// The resource number of the icon; `nil` (the default) for none.
    ///
    /// Deprecated since Android SDK 3.8.14: use `iconString`, which has precedence.
    public var icon: Int?
    /// The drawable name of the icon; `nil` (the default) for the app's icon.
    public var iconString: String?
    /// The icon's colour, for instance `#00FF00`; `nil` (the default) for the system's.
    public var iconColor: String?
    /// Whether the notification shows only during uploads, and not all the time; default false.
    public var updatesOnly: Bool
    /// The activity that a tap opens, for instance `com.yourapp.MainActivity`; `nil` (the default) for none.
    public var activity: String?
    /// The notification's importance.
    public var importance: RadarNotificationImportance
    /// The notification's identifier.
    public var id: Int
    /// The name of the notification channel.
    public var channelName: String

    /// Creates options; the default values are the reference's.
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

    /// The icon that the notification shows: the named drawable, otherwise the numbered one, otherwise the app's.
    public var usedIcon: RadarNotificationIcon {
        if let iconString { return .drawable(iconString) }
        return icon.map { .resource($0) } ?? .app
    }

    /// The warnings about deprecated options.
    public var warnings: [ConfigurationWarning] {
        guard icon != nil else { return [] }
        return [
            ConfigurationWarning(
                .deprecated,
                "icon",
                "`icon` is deprecated since Android SDK 3.8.14; set the drawable in `iconString` instead"
            )
        ]
    }
}

/// The icon of a notification.
public enum RadarNotificationIcon: Hashable, Sendable {
    /// The drawable with this name, for instance `ic_walk`.
    case drawable(String)
    /// The resource with this number (`icon`).
    case resource(Int)
    /// The app's icon, `applicationContext.applicationInfo.icon`.
    case app
}

/// The importance of a notification, with Android's numbers (`NotificationManager.IMPORTANCE_*`).
public enum RadarNotificationImportance: Int, Hashable, Sendable, CaseIterable, Codable {
    /// `IMPORTANCE_NONE`: not shown.
    case none = 0
    /// `IMPORTANCE_MIN`: shown only in the shade.
    case minimum = 1
    /// `IMPORTANCE_LOW`: shown without a sound.
    case low = 2
    /// `IMPORTANCE_DEFAULT`: shown with a sound.
    case `default` = 3
    /// `IMPORTANCE_HIGH`: shown on top of the current screen.
    case high = 4
    /// `IMPORTANCE_MAX`: not used by Android.
    case maximum = 5
}

extension RadarForegroundServiceOptions {
    /// Missing members have the reference's defaults.
    init?(reading options: inout OptionReader, _ warnings: inout [ConfigurationWarning]) throws(TrackingEngineError) {
        guard var reader = try options.object("foregroundService") else { return nil }
        self.init()
        text = try reader.text("text") ?? text
        title = try reader.text("title")
        icon = try reader.integer("icon")
        iconString = try reader.text("iconString")
        iconColor = try reader.text("iconColor")
        updatesOnly = try reader.bool("updatesOnly") ?? updatesOnly
        activity = try reader.text("activity")
        if let number = try reader.integer("importance") {
            guard let importance = RadarNotificationImportance(rawValue: number) else {
                throw reader.wrong("importance", .integer(Int64(number)), "a number from 0 to 5")
            }
            self.importance = importance
        }
        id = try reader.integer("id") ?? id
        channelName = try reader.text("channelName") ?? channelName
        warnings += self.warnings
        warnings += reader.rest.map { key in
            ConfigurationWarning(
                .unknownKey,
                "foregroundService.\(key)",
                "`foregroundService.\(key)` is not an option of the foreground service; check the spelling"
            )
        }
    }

    static let keys = [
        "text", "title", "icon", "iconString", "iconColor", "updatesOnly", "activity", "importance", "id",
        "channelName",
    ]

    /// Without the members that are `nil`.
    func write(to json: inout JSONBytes) {
        json.openObject("foregroundService")
        json.member("text", text)
        if let title { json.member("title", title) }
        if let iconString { json.member("iconString", iconString) }
        if let iconColor { json.member("iconColor", iconColor) }
        if let activity { json.member("activity", activity) }
        if let icon { json.member("icon", icon) }
        json.member("updatesOnly", updatesOnly)
        json.member("importance", importance.rawValue)
        json.member("id", id)
        json.member("channelName", channelName)
        json.closeObject()
    }
}
