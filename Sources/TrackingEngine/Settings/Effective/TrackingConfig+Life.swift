import VisitModel

/// The effective options of the app's life cycle.
extension TrackingConfig {
    /// The time between two heartbeats; `nil` where there are none.
    ///
    /// On iOS none without `preventSuspend`; on Android at least 60 s. Transistor, AppConfig.heartbeatInterval.
    public var heartbeatIntervalDuration: Duration? {
        guard platform == .android || preventsSuspension else { return nil }
        return AppConfig.heartbeatIntervalLimits(on: platform).applied(to: app.heartbeatInterval).map { .seconds($0) }
    }

    /// Whether iOS is kept from suspending the app; false on Android.
    public var preventsSuspension: Bool { platform == .ios && app.preventSuspend }

    /// Whether the app's own code receives events after the app has ended: on Android, where tracking continues.
    ///
    /// Transistor, AppConfig.enableHeadless.
    public var isHeadless: Bool { platform == .android && app.enableHeadless && !app.stopOnTerminate }

    /// Whether the edges of the schedule are exact: on Android with its alarms.
    ///
    /// iOS evaluates the schedule only when the app is awake. Transistor, AppConfig.schedule.
    public var isScheduleExact: Bool { platform == .android && app.scheduleUseAlarmManager }

    /// Whether the rationale for location in the background is shown.
    ///
    /// Android 11 and later, where the requested permission exceeds while in use. Transistor, AppConfig, "Background
    /// permission".
    public var showsPermissionRationale: Bool {
        platform == .android && app.backgroundPermissionRationale.isConfigured
            && geolocation.locationAuthorizationRequest != .whenInUse
    }
}
