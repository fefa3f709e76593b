internal import VisitModel

extension ConfigOption {
    private typealias Limits = GeolocationConfig

    static let geolocation: [ConfigOption] = sampling + stopping + permission + indication + androidSampling + fences

    private static let geolocationOption = ConfigOptionGroup("geolocation", \.geolocation)

    private static let sampling: [ConfigOption] = [
        geolocationOption(
            "desiredAccuracy",
            \.desiredAccuracy,
            in: .meters,
            "How accurate fixes should be; only navigation and high (-2 and -1) power the satellite receiver"
        ),
        geolocationOption(
            "distanceFilter",
            \.distanceFilter,
            in: .meters,
            within: .both(Limits.distanceFilterLimits),
            "How far a phone must move before the next fix is recorded; at 0 Android records by time"
        ),
        geolocationOption("disableElasticity", \.disableElasticity, "Uses distanceFilter unchanged at any speed"),
        geolocationOption(
            "elasticityMultiplier",
            \.elasticityMultiplier,
            in: .ratio,
            within: .both(Limits.elasticityMultiplierLimits),
            "How strongly speed widens distanceFilter; 0 is the same as disableElasticity"
        ),
        geolocationOption(
            "useSignificantChangesOnly",
            \.useSignificantChangesOnly,
            "Records only a coarse fix every 500 to 1000 m"
        ),
        geolocationOption(
            "locationTimeout",
            \.locationTimeout,
            in: .seconds,
            within: .both(Limits.locationTimeoutLimits),
            "How long to wait for a requested fix before it fails with code 408"
        ),
        geolocationOption(
            "enableTimestampMeta",
            \.enableTimestampMeta,
            "Adds the phone's further clocks to each record"
        ),
    ]

    private static let stopping: [ConfigOption] = [
        geolocationOption(
            "stationaryRadius",
            \.stationaryRadius,
            in: .meters,
            within: .both(Limits.stationaryRadiusLimits),
            "How far around the place of a stop the phone must be left before tracking starts again"
        ),
        geolocationOption(
            "stopTimeout",
            \.stopTimeout,
            in: .minutes,
            within: .both(Limits.stopTimeoutLimits),
            "How long the phone must be still before location goes off and the state is stationary"
        ),
        geolocationOption(
            "stopAfterElapsedMinutes",
            \.stopAfterElapsedMinutes,
            in: .minutes,
            within: .both(Limits.stopAfterElapsedMinutesLimits),
            "How long after start tracking stops by itself"
        ),
        geolocationOption(
            "pausesLocationUpdatesAutomatically",
            \.pausesLocationUpdatesAutomatically,
            on: [.ios],
            "Lets iOS turn location off by itself when the phone is still"
        ),
    ]

    private static let permission: [ConfigOption] = [
        geolocationOption(
            "locationAuthorizationRequest",
            \.locationAuthorizationRequest,
            "Which permission is requested; geofences need Always"
        ),
        geolocationOption(
            "disableLocationAuthorizationAlert",
            \.disableLocationAuthorizationAlert,
            "Shows no alert if the permission is insufficient"
        ),
    ]

    private static let indication: [ConfigOption] = [
        geolocationOption(
            "showsBackgroundLocationIndicator",
            \.showsBackgroundLocationIndicator,
            on: [.ios],
            "Shows the blue bar while location is used in the background"
        ),
        geolocationOption(
            "activityType",
            \.activityType,
            on: [.ios],
            "The kind of movement, a hint to iOS for its own pausing"
        ),
    ]

    private static let androidSampling: [ConfigOption] = [
        geolocationOption(
            "locationUpdateInterval",
            \.locationUpdateInterval,
            on: [.android],
            in: .milliseconds,
            within: .both(Limits.locationUpdateIntervalLimits),
            "How often a fix is requested if distanceFilter is 0"
        ),
        geolocationOption(
            "fastestLocationUpdateInterval",
            \.fastestLocationUpdateInterval,
            on: [.android],
            in: .milliseconds,
            within: .both(Limits.fastestLocationUpdateIntervalLimits),
            "The minimum time between two fixes, whichever app requested them"
        ),
        geolocationOption(
            "deferTime",
            \.deferTime,
            on: [.android],
            in: .milliseconds,
            within: .both(Limits.deferTimeLimits),
            "How long fixes may be held back to be delivered together"
        ),
        geolocationOption(
            "allowIdenticalLocations",
            \.allowIdenticalLocations,
            on: [.android],
            "Records a fix that is the same as the previous one"
        ),
    ]

    private static let fences: [ConfigOption] = [
        geolocationOption(
            "geofenceProximityRadius",
            \.geofenceProximityRadius,
            in: .meters,
            within: .both(Limits.geofenceProximityRadiusLimits),
            "How near a stored geofence must be to be monitored; not set: 2000 on iOS and 1000 on Android, and only "
                + "while there are more geofences than slots"
        ),
        geolocationOption(
            "geofenceInitialTriggerEntry",
            \.geofenceInitialTriggerEntry,
            "Emits the entry of a geofence if the phone is already inside when it is registered"
        ),
        geolocationOption(
            "geofenceModeHighAccuracy",
            \.geofenceModeHighAccuracy,
            on: [.android],
            "Keeps fixes coming while moving in geofences-only mode, for quicker events"
        ),
        geolocationOption(
            "maxMonitoredGeofences",
            \.maxMonitoredGeofences,
            in: .geofences,
            within: [
                .ios: Limits.maxMonitoredGeofencesLimits(on: .ios),
                .android: Limits.maxMonitoredGeofencesLimits(on: .android),
            ],
            "The maximum number of monitored geofences; 0 or less is the platform's maximum"
        ),
    ]
}
