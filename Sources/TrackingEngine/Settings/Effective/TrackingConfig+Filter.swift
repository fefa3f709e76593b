import VisitModel

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
