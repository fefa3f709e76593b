/// The lasting notification of Android's foreground service.
public struct ServiceNotification: Hashable, Sendable {
    /// The line above; `nil` for none.
    public var title: String?
    /// The text.
    public var text: String
    /// The icon's resource, as the app names it; `nil` for the app's own.
    public var icon: String?
    /// The icon's colour, for instance `#00FF00`; `nil` for the system's.
    public var iconColor: String?
    /// The id of the channel that it goes through, which Android 8 and later want.
    public var channel: String
    /// How far up it stands and how loudly it comes.
    public var importance: Importance

    /// Makes a notification.
    ///
    /// - Parameters:
    ///   - title: the line above.
    ///   - text: the text.
    ///   - icon: the icon's resource.
    ///   - iconColor: the icon's colour.
    ///   - channel: the channel's id; the channel has to be made before.
    ///   - importance: how far up it stands.
    public init(
        title: String?,
        text: String,
        icon: String? = nil,
        iconColor: String? = nil,
        channel: String,
        importance: Importance = .low
    ) {
        (self.title, self.text, self.icon, self.iconColor) = (title, text, icon, iconColor)
        (self.channel, self.importance) = (channel, importance)
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
