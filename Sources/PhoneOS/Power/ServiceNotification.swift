/// The persistent notification of Android's foreground service.
public struct ServiceNotification: Hashable, Sendable {
    /// The title; `nil` for none.
    public var title: String?
    /// The text.
    public var text: String
    /// The resource name of the icon; `nil` for the app's own.
    public var icon: String?
    /// The resource name of the large icon beside the text; `nil` for none.
    public var largeIcon: String?
    /// The icon's colour, for instance `#00FF00`; `nil` for the system's.
    public var iconColor: String?
    /// The id of its channel, required by Android 8 and later.
    public var channel: String
    /// The importance, which determines its position and sound.
    public var importance: Importance
    /// The notification's number among the app's; `nil` leaves it to the app.
    ///
    /// Android replaces a notification of the same number.
    public var number: Int?
    /// The activity that a tap opens, for instance `com.yourapp.MainActivity`; `nil` for none.
    public var tapActivity: String?

    /// Creates a notification; its channel must already exist.
    public init(
        title: String?,
        text: String,
        icon: String? = nil,
        largeIcon: String? = nil,
        iconColor: String? = nil,
        channel: String,
        importance: Importance = .low,
        number: Int? = nil,
        tapActivity: String? = nil
    ) {
        (self.title, self.text, self.iconColor) = (title, text, iconColor)
        (self.icon, self.largeIcon) = (icon, largeIcon)
        (self.channel, self.importance) = (channel, importance)
        (self.number, self.tapActivity) = (number, tapActivity)
    }

    /// The importance of a notification, with Android's numbers (`NotificationManager.IMPORTANCE_*`).
    public enum Importance: Int, Hashable, Sendable, CaseIterable {
        /// Not shown.
        case none = 0
        /// Shown at the bottom, without an icon in the status bar.
        case minimum = 1
        /// Without a sound.
        case low = 2
        /// With a sound.
        case standard = 3
        /// Shown over the current screen.
        case high = 4
    }
}

extension ServiceNotification: CustomStringConvertible {
    /// The title and the text.
    public var description: String { (title.map { "“\($0)”: " } ?? "") + text }
}
