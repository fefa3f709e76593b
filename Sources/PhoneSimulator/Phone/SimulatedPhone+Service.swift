public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The app's foreground service begins, or shows something else from now on (Android).
    ///
    /// It runs whether its notification shows or not, which takes the permission and a channel.
    ///
    /// - Parameter notification: what it shows.
    public mutating func startForegroundService(_ notification: ServiceNotification) {
        guard profile.platform == .android, app.state.isRunning else { return }
        setForegroundService(true)
        guard app.serviceNotification != notification else { return }
        app.serviceNotification = notification
        if let shown = foregroundNotification { notes.append(.changed("service notification", "\(shown)")) }
    }

    /// The app's foreground service begins with nothing to show, or ends (Android).
    ///
    /// - Parameter isRunning: whether it runs from now on.
    public mutating func setForegroundService(_ isRunning: Bool) {
        guard profile.platform == .android, app.state.isRunning, app.hasForegroundService != isRunning else { return }
        app.hasForegroundService = isRunning
        notes.append(.changed("foreground service", isRunning ? "running" : "stopped"))
    }

    /// The member taps the lasting notification, which opens the app where the notification names an activity.
    public mutating func tapServiceNotification() {
        guard foregroundNotification?.tapActivity != nil else { return }
        openApp()
    }

    /// The lasting notification that the member sees; `nil` where no service runs, or nothing of it shows.
    public var foregroundNotification: ServiceNotification? {
        guard let notification = app.serviceNotification, notification.importance != .none, isGranted(.notifications),
            !wantsChannels || app.channels.contains(notification.channel)
        else { return nil }
        return notification
    }
}
