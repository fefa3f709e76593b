public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// What the app keeps under a name.
    ///
    /// - Parameter name: any name.
    /// - Returns: the bytes, `nil` where there are none.
    public func stored(_ name: String) -> [UInt8]? { app.storage[name] }

    /// Keeps bytes for the app.
    ///
    /// - Parameters:
    ///   - bytes: what to keep; `nil` forgets.
    ///   - name: any name.
    public mutating func store(_ bytes: [UInt8]?, as name: String) {
        guard app.state != .uninstalled else { return }
        app.storage[name] = bytes
    }

    /// The app makes a channel for notifications (Android 8 and later).
    ///
    /// - Parameter id: the channel's id.
    public mutating func createNotificationChannel(id: String) {
        if wantsChannels { app.channels.insert(id) }
    }

    /// The app shows a notification.
    ///
    /// - Parameters:
    ///   - notice: what it says.
    ///   - channel: the channel's id.
    /// - Throws: `PhoneError` with code `manifestIncomplete` where the permission or the channel is missing; a real phone
    ///   would show nothing and say nothing.
    public mutating func post(_ notice: Notice, channel: String) throws(PhoneError) {
        guard isGranted(.notifications) else {
            throw PhoneError(.manifestIncomplete, "notifications are not granted: ask for them first")
        }
        if wantsChannels, !app.channels.contains(channel) {
            throw PhoneError(
                .manifestIncomplete,
                "there is no notification channel `\(channel)`: create it when the app starts, before anything is posted"
            )
        }
        notes.append(.showed(notice))
    }

    /// Whether a notification takes a channel.
    var wantsChannels: Bool { profile.platform == .android && profile.version >= OSVersion(8) }
}

extension SimulatedPhone {
    /// The app shows its page in the phone's settings.
    mutating func noteSettingsOpened() { notes.append(.changed("settings", "opened")) }
}
