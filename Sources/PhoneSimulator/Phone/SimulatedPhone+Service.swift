public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Starts the app's foreground service, or updates its notification (Android).
    ///
    /// It runs whether or not its notification is shown, which requires the permission and a channel.
    ///
    /// - Parameter notification: the notification.
    public mutating func startForegroundService(_ notification: ServiceNotification) {
        guard profile.platform == .android, app.state.isRunning else { return }
        setForegroundService(true)
        guard app.serviceNotification != notification else { return }
        app.serviceNotification = notification
        if let shown = foregroundNotification { notes.append(.changed("service notification", "\(shown)")) }
    }

    /// Starts the app's foreground service without a notification, or stops it (Android).
    ///
    /// - Parameter isRunning: whether it runs from now on.
    public mutating func setForegroundService(_ isRunning: Bool) {
        guard profile.platform == .android, app.state.isRunning, app.hasForegroundService != isRunning else { return }
        app.hasForegroundService = isRunning
        notes.append(.changed("foreground service", isRunning ? "running" : "stopped"))
    }

    /// Taps the service's notification, which opens the app if the notification names an activity.
    public mutating func tapServiceNotification() {
        guard foregroundNotification?.tapActivity != nil else { return }
        openApp()
    }

    /// The service's notification as the member sees it; `nil` if no service runs or it is not shown.
    public var foregroundNotification: ServiceNotification? {
        guard let notification = app.serviceNotification, notification.importance != .none, isGranted(.notifications),
            !wantsChannels || app.channels.contains(notification.channel)
        else { return nil }
        return notification
    }
}
