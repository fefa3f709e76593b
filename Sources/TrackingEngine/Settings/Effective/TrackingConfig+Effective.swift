public import VisitModel

/// The minimum values of three options with which Android imitates significant changes.
///
/// Transistor, native change log; Transistor types, GeoConfig.useSignificantChangesOnly.
enum SignificantChanges {
    static let distanceFilter = 250.0
    static let motionTriggerDelay = Duration.seconds(60)
    static let stopTimeout = Duration.seconds(20 * 60)
}

/// The effective options for recording fixes.
extension TrackingConfig {
    var imitatesSignificantChanges: Bool { platform == .android && geolocation.useSignificantChangesOnly }

    /// Metres to the next recorded fix before elasticity, 0 or more; at least 250 with Android's significant changes.
    public var distanceFilterMeters: Double {
        let distance = GeolocationConfig.distanceFilterLimits.clamped(geolocation.distanceFilter)
        return imitatesSignificantChanges ? max(distance, SignificantChanges.distanceFilter) : distance
    }

    /// The factor by which speed widens the distance; `nil` where it does not.
    public var elasticityFactor: Double? {
        let factor = GeolocationConfig.elasticityMultiplierLimits.clamped(geolocation.elasticityMultiplier)
        return geolocation.disableElasticity || factor == 0 ? nil : factor
    }

    /// The interval of fixes; `nil` where they are requested by distance rather than time, and always on iOS.
    public var locationUpdateIntervalDuration: Duration? {
        guard platform == .android, distanceFilterMeters == 0 else { return nil }
        return .milliseconds(GeolocationConfig.locationUpdateIntervalLimits.clamped(geolocation.locationUpdateInterval))
    }

    /// The least time between two fixes; `nil` where none was set, and on iOS.
    ///
    /// At most the interval of requests by time (Transistor types, GeoConfig.fastestLocationUpdateInterval).
    public var fastestLocationUpdateIntervalDuration: Duration? {
        let limits = GeolocationConfig.fastestLocationUpdateIntervalLimits
        guard platform == .android, let fastest = limits.applied(to: geolocation.fastestLocationUpdateInterval) else {
            return nil
        }
        return locationUpdateIntervalDuration.map { min($0, .milliseconds(fastest)) } ?? .milliseconds(fastest)
    }

    /// How long fixes may be held back; zero on iOS.
    ///
    /// With requests by time, zero unless it is at least twice their interval (Transistor types, GeoConfig.deferTime).
    public var deferDuration: Duration {
        guard platform == .android else { return .zero }
        let deferral = Duration.milliseconds(GeolocationConfig.deferTimeLimits.clamped(geolocation.deferTime))
        guard let interval = locationUpdateIntervalDuration else { return deferral }
        return deferral >= interval * 2 ? deferral : .zero
    }

    /// How long to wait for a requested fix; at least 1 s.
    public var locationTimeoutDuration: Duration {
        .seconds(GeolocationConfig.locationTimeoutLimits.clamped(geolocation.locationTimeout))
    }
}

/// The effective options of fix validation.
extension TrackingConfig {
    /// The policy for poor fixes.
    ///
    /// A filter with default options passes everything where the satellite receiver is off: then only coarse fixes are
    /// available. Transistor headers, TSLocationFilterPolicy.
    public var filterPolicy: LocationFilterPolicy {
        let isLeftAlone = geolocation.filter == LocationFilterConfig()
        return isLeftAlone && !geolocation.desiredAccuracy.usesSatellites ? .passThrough : geolocation.filter.policy
    }

    /// The number of fixes over which a burst is averaged; 3 to 20.
    public var rollingWindowFixes: Int {
        LocationFilterConfig.rollingWindowLimits.clamped(geolocation.filter.rollingWindow)
    }

    /// The length of a burst; 0.2 to 120 s.
    public var burstWindowDuration: Duration {
        .seconds(LocationFilterConfig.burstWindowLimits.clamped(geolocation.filter.burstWindow))
    }

    /// The greatest extent of a burst in metres; 5 to 2000.
    public var maxBurstDistanceMeters: Double {
        LocationFilterConfig.maxBurstDistanceLimits.clamped(geolocation.filter.maxBurstDistance)
    }

    /// The accuracy in metres beyond which a fix is refused or adjusted; 0 to 500.
    public var trackingAccuracyMeters: Double {
        LocationFilterConfig.trackingAccuracyThresholdLimits.clamped(geolocation.filter.trackingAccuracyThreshold)
    }

    /// The implied speed in metres a second beyond which a fix is refused or adjusted; 1 to 200.
    public var maxImpliedMetersPerSecond: Double {
        LocationFilterConfig.maxImpliedSpeedLimits.clamped(geolocation.filter.maxImpliedSpeed)
    }

    /// The accuracy in metres beyond which a fix does not count for the odometer; 0 or more.
    public var odometerAccuracyMeters: Double {
        LocationFilterConfig.odometerAccuracyThresholdLimits.clamped(geolocation.filter.odometerAccuracyThreshold)
    }
}

/// The effective options that distinguish moving from stationary.
extension TrackingConfig {
    /// The interval of activity updates; at least 500 ms, which iOS does not use.
    public var activityRecognitionIntervalDuration: Duration {
        .milliseconds(ActivityConfig.activityRecognitionIntervalLimits.clamped(activity.activityRecognitionInterval))
    }

    /// The least confidence, in percent, of an activity that changes the state; 0 to 100.
    public var minimumConfidencePercent: Int {
        ActivityConfig.minimumActivityRecognitionConfidenceLimits.clamped(activity.minimumActivityRecognitionConfidence)
    }

    /// How long the phone must be still before stop detection begins; zero on Android.
    public var stopDetectionDelayDuration: Duration {
        guard platform == .ios else { return .zero }
        return .milliseconds(ActivityConfig.stopDetectionDelayLimits.clamped(activity.stopDetectionDelay))
    }

    /// How long the phone must move to count as moving: zero on iOS, with significant changes at least 60 s.
    public var motionTriggerDelayDuration: Duration {
        guard platform == .android else { return .zero }
        let delay = Duration.milliseconds(ActivityConfig.motionTriggerDelayLimits.clamped(activity.motionTriggerDelay))
        return imitatesSignificantChanges ? max(delay, SignificantChanges.motionTriggerDelay) : delay
    }

    /// How long the phone must be still to count as stationary; with Android's significant changes at least 20 min.
    public var stopTimeoutDuration: Duration {
        let timeout = Duration.seconds(60 * GeolocationConfig.stopTimeoutLimits.clamped(geolocation.stopTimeout))
        return imitatesSignificantChanges ? max(timeout, SignificantChanges.stopTimeout) : timeout
    }

    /// The time after `start` at which tracking stops by itself; `nil` where it does not.
    public var stopAfterElapsedDuration: Duration? {
        GeolocationConfig.stopAfterElapsedMinutesLimits.applied(to: geolocation.stopAfterElapsedMinutes)
            .map { .seconds(60 * $0) }
    }

    /// The radius in metres around a stop that the phone must leave; 25 to 1000.
    public var stationaryRadiusMeters: Double {
        GeolocationConfig.stationaryRadiusLimits.clamped(geolocation.stationaryRadius)
    }

    /// The consequence of being still in the moving state (Transistor, ActivityConfig.disableStopDetection).
    public var stillness: Stillness {
        guard activity.disableStopDetection else { return .stationary }
        guard platform == .ios, geolocation.pausesLocationUpdatesAutomatically else { return .nothing }
        return .pause(after: .seconds(15 * 60))
    }
}

/// The consequence of being still in the moving state.
public enum Stillness: Hashable, Sendable {
    /// After `TrackingConfig.stopTimeoutDuration` the state is stationary and location goes off.
    case stationary
    /// The system turns location off, and the stop timeout has no effect.
    case pause(after: Duration)
    /// Location stays on until `changePace(false)` or `stop`.
    case nothing
}

/// The effective geofencing options.
extension TrackingConfig {
    /// Metres around the phone within which geofences are monitored; at least 100.
    ///
    /// It always applies where `boundsGeofences`, and otherwise only while there are more geofences than slots.
    public var geofenceProximityRadiusMeters: Double { GeofencingRules(geolocation, platform: platform).radiusMeters }

    /// Whether geofences outside the radius stay unmonitored even where slots are free: only where the radius was set.
    public var boundsGeofences: Bool { geolocation.geofenceProximityRadius != nil }
}

/// The effective options for storage and upload.
extension TrackingConfig {
    /// Whether an upload address is set.
    public var uploads: Bool { !http.url.isEmpty }

    /// How many records must be waiting before an automatic upload begins; at least 1, `nil` where there is none.
    public var autoSyncRecords: Int? {
        guard uploads, http.autoSync else { return nil }
        return max(1, HttpConfig.autoSyncThresholdLimits.clamped(http.autoSyncThreshold))
    }

    /// The most records of one request: 1 without batches, `nil` for all waiting records.
    public var recordsPerRequest: Int? {
        guard http.batchSync else { return 1 }
        return HttpConfig.maxBatchSizeLimits.applied(to: Double(http.maxBatchSize)).map { Int($0) }
    }

    /// The timeout of a request; at least 1 ms.
    public var requestTimeoutDuration: Duration { .milliseconds(HttpConfig.timeoutLimits.clamped(http.timeout)) }

    /// The age at which a record is deleted, uploaded or not; at least a day.
    public var recordLifetimeDuration: Duration {
        .seconds(86_400 * PersistenceConfig.maxDaysToPersistLimits.clamped(persistence.maxDaysToPersist))
    }

    /// The most records that are stored; `nil` for no limit.
    public var recordLimit: Int? {
        let limits = PersistenceConfig.maxRecordsToPersistLimits
        return limits.applied(to: Double(persistence.maxRecordsToPersist)).map { Int($0) }
    }

    /// The age at which a log entry is deleted; at least a day.
    public var logLifetimeDuration: Duration {
        .seconds(86_400 * LoggerConfig.logMaxDaysLimits.clamped(logger.logMaxDays))
    }

    /// When the access token expires; `nil` where it is not known.
    public var tokenExpiry: Timestamp? {
        AuthorizationConfig.expiresLimits.applied(to: authorization.expires).map { Timestamp(seconds: $0) }
    }

    /// Whether address, token and payload for requesting a new token are set (Transistor types, AuthorizationConfig).
    public var canRefreshToken: Bool {
        !(authorization.refreshUrl ?? "").isEmpty && !(authorization.refreshToken ?? "").isEmpty
            && !authorization.refreshPayload.isEmpty
    }
}

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
