internal import VisitModel

extension ConfigOption {
    private typealias Limits = GeolocationConfig

    static let geolocation: [ConfigOption] = sampling + stopping + permission + indication + androidSampling + fences

    private static let sampling: [ConfigOption] = [
        ConfigOption(
            "geolocation.desiredAccuracy",
            \.geolocation.desiredAccuracy,
            in: .meters,
            "How accurate fixes should be; only navigation and high (-2 and -1) power the satellite receiver"
        ),
        ConfigOption(
            "geolocation.distanceFilter",
            \.geolocation.distanceFilter,
            in: .meters,
            within: .both(Limits.distanceFilterLimits),
            "How far a phone must move before the next fix is recorded; at 0 Android records by time"
        ),
        ConfigOption(
            "geolocation.disableElasticity",
            \.geolocation.disableElasticity,
            "Uses distanceFilter unchanged at any speed"
        ),
        ConfigOption(
            "geolocation.elasticityMultiplier",
            \.geolocation.elasticityMultiplier,
            in: .ratio,
            within: .both(Limits.elasticityMultiplierLimits),
            "How strongly speed widens distanceFilter; 0 is the same as disableElasticity"
        ),
        ConfigOption(
            "geolocation.useSignificantChangesOnly",
            \.geolocation.useSignificantChangesOnly,
            "Records only a coarse fix every 500 to 1000 m"
        ),
        ConfigOption(
            "geolocation.locationTimeout",
            \.geolocation.locationTimeout,
            in: .seconds,
            within: .both(Limits.locationTimeoutLimits),
            "How long to wait for a requested fix before it fails with code 408"
        ),
        ConfigOption(
            "geolocation.enableTimestampMeta",
            \.geolocation.enableTimestampMeta,
            "Adds the phone's further clocks to each record"
        ),
    ]

    private static let stopping: [ConfigOption] = [
        ConfigOption(
            "geolocation.stationaryRadius",
            \.geolocation.stationaryRadius,
            in: .meters,
            within: .both(Limits.stationaryRadiusLimits),
            "How far around the place of a stop the phone must be left before tracking starts again"
        ),
        ConfigOption(
            "geolocation.stopTimeout",
            \.geolocation.stopTimeout,
            in: .minutes,
            within: .both(Limits.stopTimeoutLimits),
            "How long the phone must be still before location goes off and the state is stationary"
        ),
        ConfigOption(
            "geolocation.stopAfterElapsedMinutes",
            \.geolocation.stopAfterElapsedMinutes,
            in: .minutes,
            within: .both(Limits.stopAfterElapsedMinutesLimits),
            "How long after start tracking stops by itself"
        ),
        ConfigOption(
            "geolocation.pausesLocationUpdatesAutomatically",
            \.geolocation.pausesLocationUpdatesAutomatically,
            on: [.ios],
            "Lets iOS turn location off by itself when the phone is still"
        ),
    ]

    private static let permission: [ConfigOption] = [
        ConfigOption(
            "geolocation.locationAuthorizationRequest",
            \.geolocation.locationAuthorizationRequest,
            "Which permission is requested; geofences need Always"
        ),
        ConfigOption(
            "geolocation.disableLocationAuthorizationAlert",
            \.geolocation.disableLocationAuthorizationAlert,
            "Shows no alert if the permission is insufficient"
        ),
    ]

    private static let indication: [ConfigOption] = [
        ConfigOption(
            "geolocation.showsBackgroundLocationIndicator",
            \.geolocation.showsBackgroundLocationIndicator,
            on: [.ios],
            "Shows the blue bar while location is used in the background"
        ),
        ConfigOption(
            "geolocation.activityType",
            \.geolocation.activityType,
            on: [.ios],
            "The kind of movement, a hint to iOS for its own pausing"
        ),
    ]

    private static let androidSampling: [ConfigOption] = [
        ConfigOption(
            "geolocation.locationUpdateInterval",
            \.geolocation.locationUpdateInterval,
            on: [.android],
            in: .milliseconds,
            within: .both(Limits.locationUpdateIntervalLimits),
            "How often a fix is requested if distanceFilter is 0"
        ),
        ConfigOption(
            "geolocation.fastestLocationUpdateInterval",
            \.geolocation.fastestLocationUpdateInterval,
            on: [.android],
            in: .milliseconds,
            within: .both(Limits.fastestLocationUpdateIntervalLimits),
            "The minimum time between two fixes, whichever app requested them"
        ),
        ConfigOption(
            "geolocation.deferTime",
            \.geolocation.deferTime,
            on: [.android],
            in: .milliseconds,
            within: .both(Limits.deferTimeLimits),
            "How long fixes may be held back to be delivered together"
        ),
        ConfigOption(
            "geolocation.allowIdenticalLocations",
            \.geolocation.allowIdenticalLocations,
            on: [.android],
            "Records a fix that is the same as the previous one"
        ),
    ]

    private static let fences: [ConfigOption] = [
        ConfigOption(
            "geolocation.geofenceProximityRadius",
            \.geolocation.geofenceProximityRadius,
            in: .meters,
            within: .both(Limits.geofenceProximityRadiusLimits),
            "How near a stored geofence must be to be monitored; not set: 2000 on iOS and 1000 on Android, and "
                + "only while "
                + "there are more geofences than slots"
        ),
        ConfigOption(
            "geolocation.geofenceInitialTriggerEntry",
            \.geolocation.geofenceInitialTriggerEntry,
            "Emits the entry of a geofence if the phone is already inside when it is registered"
        ),
        ConfigOption(
            "geolocation.geofenceModeHighAccuracy",
            \.geolocation.geofenceModeHighAccuracy,
            on: [.android],
            "Keeps fixes coming while moving in geofences-only mode, for quicker events"
        ),
        ConfigOption(
            "geolocation.maxMonitoredGeofences",
            \.geolocation.maxMonitoredGeofences,
            in: .geofences,
            within: [
                .ios: Limits.maxMonitoredGeofencesLimits(on: .ios),
                .android: Limits.maxMonitoredGeofencesLimits(on: .android),
            ],
            "The maximum number of monitored geofences; 0 or less is the platform's maximum"
        ),
    ]
}
