internal import VisitModel

extension ConfigOption {
    private typealias Limits = LocationFilterConfig

    static let filter: [ConfigOption] = [
        ConfigOption("geolocation.filter.policy", \.geolocation.filter.policy, "How inaccurate fixes are handled"),
        ConfigOption("geolocation.filter.useKalman", \.geolocation.filter.useKalman, "Smooths coordinates and speed"),
        ConfigOption(
            "geolocation.filter.kalmanDebug",
            \.geolocation.filter.kalmanDebug,
            "Writes the smoothing's inner state to the log"
        ),
        ConfigOption(
            "geolocation.filter.kalmanProfile",
            \.geolocation.filter.kalmanProfile,
            "How much a track is smoothed"
        ),
        ConfigOption(
            "geolocation.filter.rollingWindow",
            \.geolocation.filter.rollingWindow,
            in: .fixes,
            within: .both(Limits.rollingWindowLimits),
            "Over how many fixes a burst is averaged"
        ),
        ConfigOption(
            "geolocation.filter.burstWindow",
            \.geolocation.filter.burstWindow,
            in: .seconds,
            within: .both(Limits.burstWindowLimits),
            "The duration of a burst whose fixes are merged into one"
        ),
        ConfigOption(
            "geolocation.filter.maxBurstDistance",
            \.geolocation.filter.maxBurstDistance,
            in: .meters,
            within: .both(Limits.maxBurstDistanceLimits),
            "How far a burst may span"
        ),
        ConfigOption(
            "geolocation.filter.trackingAccuracyThreshold",
            \.geolocation.filter.trackingAccuracyThreshold,
            in: .meters,
            within: .both(Limits.trackingAccuracyThresholdLimits),
            "The accuracy beyond which a fix is dropped or adjusted"
        ),
        ConfigOption(
            "geolocation.filter.maxImpliedSpeed",
            \.geolocation.filter.maxImpliedSpeed,
            in: .metersPerSecond,
            within: .both(Limits.maxImpliedSpeedLimits),
            "The speed beyond which the path from the previous fix is rejected"
        ),
        ConfigOption(
            "geolocation.filter.filterDebug",
            \.geolocation.filter.filterDebug,
            "Writes each decision to the log"
        ),
        ConfigOption(
            "geolocation.filter.odometerUseKalmanFilter",
            \.geolocation.filter.odometerUseKalmanFilter,
            "Smooths what the odometer counts"
        ),
        ConfigOption(
            "geolocation.filter.odometerAccuracyThreshold",
            \.geolocation.filter.odometerAccuracyThreshold,
            in: .meters,
            within: .both(Limits.odometerAccuracyThresholdLimits),
            "The accuracy beyond which a fix does not count for the odometer"
        ),
    ]
}
