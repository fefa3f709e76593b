/// The lasting notification of Android's foreground service.
public struct ServiceNotification: Hashable, Sendable {
    /// The line above; `nil` for none.
    public var title: String?
    /// The text.
    public var text: String
    /// The icon's resource, as the app names it; `nil` for the app's own.
    public var icon: String?
    /// The large icon's resource beside the text; `nil` for none.
    public var largeIcon: String?
    /// The icon's colour, for instance `#00FF00`; `nil` for the system's.
    public var iconColor: String?
    /// The id of the channel that it goes through, which Android 8 and later want.
    public var channel: String
    /// How far up it stands and how loudly it comes.
    public var importance: Importance
    /// The notification's number among the app's; `nil` leaves it to the app.
    ///
    /// Android replaces what shows under the same number.
    public var number: Int?
    /// The activity that a tap opens, for instance `com.yourapp.MainActivity`; `nil` for none.
    public var tapActivity: String?

    /// Makes a notification.
    ///
    /// - Parameters:
    ///   - title: the line above.
    ///   - text: the text.
    ///   - icon: the icon's resource.
    ///   - largeIcon: the large icon's resource.
    ///   - iconColor: the icon's colour.
    ///   - channel: the channel's id; the channel has to be made before.
    ///   - importance: how far up it stands.
    ///   - number: its number among the app's.
    ///   - tapActivity: the activity that a tap opens.
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

    /// How far up a notification stands, with Android's numbers (`NotificationManager.IMPORTANCE_*`).
    public enum Importance: Int, Hashable, Sendable, CaseIterable {
        /// It does not show.
        case none = 0
        /// At the bottom, without an icon in the status bar.
        case minimum = 1
        /// Without a sound.
        case low = 2
        /// With a sound.
        case standard = 3
        /// Over what is on the screen.
        case high = 4
    }
}

extension ServiceNotification: CustomStringConvertible {
    /// What a person reads of it.
    public var description: String { (title.map { "“\($0)”: " } ?? "") + text }
}
