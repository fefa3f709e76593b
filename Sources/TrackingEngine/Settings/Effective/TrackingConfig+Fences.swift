import VisitModel

/// The effective geofencing options.
extension TrackingConfig {
    /// Metres around the phone within which geofences are monitored; at least 100.
    ///
    /// It always applies where `boundsGeofences`, and otherwise only while there are more geofences than slots.
    public var geofenceProximityRadiusMeters: Double {
        guard let radius = geolocation.geofenceProximityRadius else {
            return GeolocationConfig.usualProximityRadius(on: platform)
        }
        return GeolocationConfig.geofenceProximityRadiusLimits.clamped(radius)
    }

    /// Whether geofences outside the radius stay unmonitored even where slots are free: only where the radius was set.
    public var boundsGeofences: Bool { geolocation.geofenceProximityRadius != nil }

    /// The most geofences that are monitored at a time: never more than the platform's limit.
    public var monitoredGeofenceLimit: Int {
        let limits = GeolocationConfig.maxMonitoredGeofencesLimits(on: platform)
        return limits.applied(to: Double(geolocation.maxMonitoredGeofences)).map { Int($0) } ?? platform.geofenceLimit
    }
}
