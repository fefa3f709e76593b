import VisitModel

/// What the engine goes by over the app's life.
extension TrackingConfig {
    /// Between two heartbeats; `nil` where there are none.
    ///
    /// On iOS none without `preventSuspend`; on Android at least 60 s. Transistor, AppConfig.heartbeatInterval.
    public var heartbeatIntervalDuration: Duration? {
        guard platform == .android || preventsSuspension else { return nil }
        return AppConfig.heartbeatIntervalLimits(on: platform).applied(to: app.heartbeatInterval).map { .seconds($0) }
    }

    /// Whether iOS is kept from suspending the app; false on Android.
    public var preventsSuspension: Bool { platform == .ios && app.preventSuspend }

    /// Whether the app's own code hears of events after the app has ended: on Android, where tracking goes on.
    ///
    /// Transistor, AppConfig.enableHeadless.
    public var isHeadless: Bool { platform == .android && app.enableHeadless && !app.stopOnTerminate }

    /// Whether the edges of the schedule are met to the minute: on Android with its alarms.
    ///
    /// iOS looks at the schedule only when the app is awake. Transistor, AppConfig.schedule.
    public var isScheduleExact: Bool { platform == .android && app.scheduleUseAlarmManager }

    /// Whether the member is shown why the app wants location in the background.
    ///
    /// Android 11 and later, where more than while in use is asked for. Transistor, AppConfig, "Background permission".
    public var showsPermissionRationale: Bool {
        platform == .android && app.backgroundPermissionRationale.isConfigured
            && geolocation.locationAuthorizationRequest != .whenInUse
    }
}
