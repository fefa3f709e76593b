internal import TrackingModel
/// The content of the notification of Android's foreground service.
///
/// Android. Transistor, AppConfig.notification; Transistor types, NotificationConfig.
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
