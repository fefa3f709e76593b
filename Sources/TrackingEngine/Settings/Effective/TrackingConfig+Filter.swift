import VisitModel

/// What the engine goes by to clean fixes.
extension TrackingConfig {
    /// What is done with poor fixes.
    ///
    /// A filter that was left alone lets everything pass where the satellite receiver is off: coarse fixes are all
    /// there is then. Transistor headers, TSLocationFilterPolicy.
    public var filterPolicy: LocationFilterPolicy {
        let isLeftAlone = geolocation.filter == LocationFilterConfig()
        return isLeftAlone && !geolocation.desiredAccuracy.usesSatellites ? .passThrough : geolocation.filter.policy
    }

    /// Fixes over which a burst is averaged; 3 to 20.
    public var rollingWindowFixes: Int {
        LocationFilterConfig.rollingWindowLimits.clamped(geolocation.filter.rollingWindow)
    }

    /// How long a burst is; 0.2 to 120 s.
    public var burstWindowDuration: Duration {
        .seconds(LocationFilterConfig.burstWindowLimits.clamped(geolocation.filter.burstWindow))
    }

    /// Metres that a burst may span; 5 to 2000.
    public var maxBurstDistanceMeters: Double {
        LocationFilterConfig.maxBurstDistanceLimits.clamped(geolocation.filter.maxBurstDistance)
    }

    /// Metres of accuracy beyond which a fix is dropped or adjusted; 0 to 500.
    public var trackingAccuracyMeters: Double {
        LocationFilterConfig.trackingAccuracyThresholdLimits.clamped(geolocation.filter.trackingAccuracyThreshold)
    }

    /// Metres a second beyond which the way from the fix before is not believed; 1 to 200.
    public var maxImpliedMetersPerSecond: Double {
        LocationFilterConfig.maxImpliedSpeedLimits.clamped(geolocation.filter.maxImpliedSpeed)
    }

    /// Metres of accuracy beyond which a fix does not count for the odometer; 0 or more.
    public var odometerAccuracyMeters: Double {
        LocationFilterConfig.odometerAccuracyThresholdLimits.clamped(geolocation.filter.odometerAccuracyThreshold)
    }
}
