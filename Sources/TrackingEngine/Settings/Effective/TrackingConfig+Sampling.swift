import VisitModel

/// What Android puts under three options to imitate significant changes.
///
/// Transistor, native change log; Transistor types, GeoConfig.useSignificantChangesOnly.
enum SignificantChanges {
    static let distanceFilter = 250.0
    static let motionTriggerDelay = Duration.seconds(60)
    static let stopTimeout = Duration.seconds(20 * 60)
}

/// What the engine goes by to record fixes.
extension TrackingConfig {
    /// Whether Android's floors for significant changes hold.
    var imitatesSignificantChanges: Bool { platform == .android && geolocation.useSignificantChangesOnly }

    /// Metres a phone must move before the next fix is recorded, before speed is looked at; 0 or more.
    ///
    /// On Android with significant changes only at least 250 m. Transistor, native change log.
    public var distanceFilterMeters: Double {
        let distance = GeolocationConfig.distanceFilterLimits.clamped(geolocation.distanceFilter)
        return imitatesSignificantChanges ? max(distance, SignificantChanges.distanceFilter) : distance
    }

    /// How strongly speed widens the distance; `nil` where it does not.
    public var elasticityFactor: Double? {
        let factor = GeolocationConfig.elasticityMultiplierLimits.clamped(geolocation.elasticityMultiplier)
        return geolocation.disableElasticity || factor == 0 ? nil : factor
    }

    /// How often a fix is asked for; `nil` where distance decides and not time: on iOS always.
    public var locationUpdateIntervalDuration: Duration? {
        guard platform == .android, distanceFilterMeters == 0 else { return nil }
        return .milliseconds(GeolocationConfig.locationUpdateIntervalLimits.clamped(geolocation.locationUpdateInterval))
    }

    /// The least time between two fixes; `nil` where none was set, and on iOS.
    ///
    /// Where fixes are asked for by time, no longer than that. Transistor types,
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
    /// Where fixes are asked for by time, zero unless it is at least twice as long. Transistor types,
    /// GeoConfig.deferTime.
    public var deferDuration: Duration {
        guard platform == .android else { return .zero }
        let deferral = Duration.milliseconds(GeolocationConfig.deferTimeLimits.clamped(geolocation.deferTime))
        guard let interval = locationUpdateIntervalDuration else { return deferral }
        return deferral >= interval * 2 ? deferral : .zero
    }

    /// How long to wait for a fix that was asked for; at least 1 s.
    public var locationTimeoutDuration: Duration {
        .seconds(GeolocationConfig.locationTimeoutLimits.clamped(geolocation.locationTimeout))
    }
}
