import VisitModel

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
    /// Whether Android's minimum values for significant changes apply.
    var imitatesSignificantChanges: Bool { platform == .android && geolocation.useSignificantChangesOnly }

    /// The distance in metres to the next recorded fix, before elasticity; 0 or more.
    ///
    /// On Android with significant changes only, at least 250 m. Transistor, native change log.
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
    /// Where fixes are requested by time, at most that interval. Transistor types,
    /// GeoConfig.fastestLocationUpdateInterval.
    public var fastestLocationUpdateIntervalDuration: Duration? {
        let limits = GeolocationConfig.fastestLocationUpdateIntervalLimits
        guard platform == .android, let fastest = limits.applied(to: geolocation.fastestLocationUpdateInterval) else {
            return nil
        }
        return locationUpdateIntervalDuration.map { min($0, .milliseconds(fastest)) } ?? .milliseconds(fastest)
    }

    /// How long fixes may be held back; zero on iOS.
    ///
    /// Where fixes are requested by time, zero unless it is at least twice that interval. Transistor types,
    /// GeoConfig.deferTime.
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
