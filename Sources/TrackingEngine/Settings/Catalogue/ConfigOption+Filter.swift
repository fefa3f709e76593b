internal import VisitModel

extension ConfigOption {
    private typealias Limits = LocationFilterConfig

    private static let filterOption = ConfigOptionGroup("geolocation.filter", \.geolocation.filter)

    static let filter: [ConfigOption] = [
        filterOption("policy", \.policy, "How inaccurate fixes are handled"),
        filterOption("useKalman", \.useKalman, "Smooths coordinates and speed"),
        filterOption("kalmanDebug", \.kalmanDebug, "Logs the smoothing's inner state; stored and not used"),
        filterOption("kalmanProfile", \.kalmanProfile, "How much a track is smoothed"),
        filterOption(
            "rollingWindow",
            \.rollingWindow,
            in: .fixes,
            within: .both(Limits.rollingWindowLimits),
            "Over how many fixes a burst is averaged"
        ),
        filterOption(
            "burstWindow",
            \.burstWindow,
            in: .seconds,
            within: .both(Limits.burstWindowLimits),
            "The duration of a burst whose fixes are merged into one"
        ),
        filterOption(
            "maxBurstDistance",
            \.maxBurstDistance,
            in: .meters,
            within: .both(Limits.maxBurstDistanceLimits),
            "How far a burst may span"
        ),
        filterOption(
            "trackingAccuracyThreshold",
            \.trackingAccuracyThreshold,
            in: .meters,
            within: .both(Limits.trackingAccuracyThresholdLimits),
            "The accuracy beyond which a fix is dropped or adjusted"
        ),
        filterOption(
            "maxImpliedSpeed",
            \.maxImpliedSpeed,
            in: .metersPerSecond,
            within: .both(Limits.maxImpliedSpeedLimits),
            "The speed beyond which the path from the previous fix is rejected"
        ),
        filterOption("filterDebug", \.filterDebug, "Logs each decision of the filter; stored and not used"),
        filterOption("odometerUseKalmanFilter", \.odometerUseKalmanFilter, "Smooths what the odometer counts"),
        filterOption(
            "odometerAccuracyThreshold",
            \.odometerAccuracyThreshold,
            in: .meters,
            within: .both(Limits.odometerAccuracyThresholdLimits),
            "The accuracy beyond which a fix does not count for the odometer"
        ),
    ]
}
