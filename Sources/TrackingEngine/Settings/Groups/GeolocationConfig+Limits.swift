import VisitModel

extension GeolocationConfig {
    static let distanceFilterLimits = OptionLimits(atLeast: 0)
    static let elasticityMultiplierLimits = OptionLimits(atLeast: 0)
    static let stationaryRadiusLimits = OptionLimits(25...1000)
    static let stopTimeoutLimits = OptionLimits(atLeast: 0)
    static let stopAfterElapsedMinutesLimits = OptionLimits(atLeast: 0, offUpTo: 0)
    static let locationTimeoutLimits = OptionLimits(atLeast: 1)
    static let locationUpdateIntervalLimits = OptionLimits(atLeast: 0)
    static let fastestLocationUpdateIntervalLimits = OptionLimits(atLeast: 0, offUpTo: -1)
    static let deferTimeLimits = OptionLimits(atLeast: 0)
    static let geofenceProximityRadiusLimits = OptionLimits(atLeast: 100)

    /// One to the platform's maximum of monitored geofences.
    static func maxMonitoredGeofencesLimits(on platform: Platform) -> OptionLimits {
        OptionLimits(1...Double(platform.geofenceLimit), offUpTo: 0)
    }

    /// The radius in metres that applies while `geofenceProximityRadius` is not set.
    ///
    /// Transistor types, GeoConfig.geofenceProximityRadius.
    static func usualProximityRadius(on platform: Platform) -> Double { platform == .ios ? 2000 : 1000 }
}
