/// Notifications on the phone's screen.
public protocol PhoneNotices: Sendable {
    /// Makes a channel that notifications are posted through (Android 8 and later; elsewhere nothing happens).
    func createNotificationChannel(id: String, name: String)

    /// Shows a notification.
    ///
    /// - Parameters:
    ///   - notice: what it says.
    ///   - channel: the channel's id, which Android 8 and later want.
    /// - Throws: `PhoneError` where the permission or, on Android, the channel is missing.
    func post(_ notice: Notice, channel: String) throws(PhoneError)
}

/// A notification on the phone's screen.
public struct Notice: Hashable, Sendable {
    /// The line above.
    public let title: String
    /// The text.
    public let body: String
    /// The name of a sound that the app brings along; `nil` for the system's own.
    ///
    /// Of a channel of Android 8 and later all notifications sound alike: what is to sound otherwise takes one of its own.
    /// A name that the app has no file for gives the system's own sound.
    public let sound: String?

    /// Makes a notification.
    ///
    /// - Parameters:
    ///   - title: the line above.
    ///   - body: the text.
    ///   - sound: the name of a sound that the app brings along.
    public init(title: String, body: String, sound: String? = nil) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}

/// Small things that an app keeps on the phone over restarts (iOS's user defaults, Android's shared preferences).
///
/// Gone with the app, and when its data is cleared.
public protocol PhoneStorage: Sendable {
    /// What was kept under a name.
    func stored(_ name: String) -> [UInt8]?
    /// Keeps bytes under a name; `nil` forgets them.
    func store(_ bytes: [UInt8]?, as name: String)
}
