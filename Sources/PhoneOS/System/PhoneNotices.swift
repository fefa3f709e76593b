/// Notifications on the phone's screen.
public protocol PhoneNotices: Sendable {
    /// Creates a channel for notifications (Android 8 and later; no effect elsewhere).
    func createNotificationChannel(id: String, name: String)

    /// Shows a notification.
    ///
    /// Throws `PhoneError` if the permission is missing, or the channel on Android 8 and later.
    func post(_ notice: Notice, channel: String) throws(PhoneError)
}

/// A notification on the phone's screen.
public struct Notice: Hashable, Sendable {
    /// The title.
    public let title: String
    /// The text.
    public let body: String
    /// The name of a sound file of the app; `nil` for the system's own sound.
    ///
    /// On Android 8 and later all notifications of a channel have the same sound: a different sound requires its own
    /// channel. An unknown name plays the system's own sound.
    public let sound: String?

    /// Creates a notification.
    public init(title: String, body: String, sound: String? = nil) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}

/// Small values that an app stores on the phone across restarts (iOS's user defaults, Android's shared preferences).
///
/// They are removed with the app, and when its data is cleared.
public protocol PhoneStorage: Sendable {
    /// Returns the bytes stored under a name.
    func stored(_ name: String) -> [UInt8]?
    /// Stores bytes under a name; `nil` removes them.
    func store(_ bytes: [UInt8]?, as name: String)
}
