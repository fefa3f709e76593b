public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Returns the bytes that the app stored under a name.
    ///
    /// - Parameter name: any name.
    /// - Returns: the bytes, `nil` if there are none.
    public func stored(_ name: String) -> [UInt8]? { app.storage[name] }

    /// Stores bytes for the app.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to store; `nil` removes them.
    ///   - name: any name.
    public mutating func store(_ bytes: [UInt8]?, as name: String) {
        guard app.state != .uninstalled else { return }
        app.storage[name] = bytes
    }

    /// Creates a notification channel of the app (Android 8 and later).
    ///
    /// - Parameter id: the channel's id.
    public mutating func createNotificationChannel(id: String) {
        if wantsChannels { app.channels.insert(id) }
    }

    /// Shows a notification of the app.
    ///
    /// - Parameters:
    ///   - notice: the notification.
    ///   - channel: the channel's id.
    /// - Throws: `PhoneError` with code `manifestIncomplete` if the permission or the channel is missing; a real phone
    ///   would ignore the notification without an error.
    public mutating func post(_ notice: Notice, channel: String) throws(PhoneError) {
        guard isGranted(.notifications) else {
            throw PhoneError(.manifestIncomplete, "notifications are not granted: request them first")
        }
        if wantsChannels, !app.channels.contains(channel) {
            throw PhoneError(
                .manifestIncomplete,
                "there is no notification channel `\(channel)`: create it when the app starts, before anything is posted"
            )
        }
        notes.append(.showed(notice))
    }

    /// Whether a notification requires a channel.
    var wantsChannels: Bool { profile.platform == .android && profile.version >= OSVersion(8) }
}

extension SimulatedPhone {
    /// Records that the app opened its page in the phone's settings.
    mutating func recordSettingsOpened() { notes.append(.changed("settings", "opened")) }
}
