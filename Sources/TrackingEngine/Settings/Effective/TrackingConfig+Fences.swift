import VisitModel

/// What the engine goes by to watch geofences.
extension TrackingConfig {
    /// Metres around the phone within which geofences are watched; at least 100.
    ///
    /// It bounds what is watched where `boundsGeofences`, and otherwise only while there are more geofences than slots.
    public var geofenceProximityRadiusMeters: Double {
        guard let radius = geolocation.geofenceProximityRadius else {
            return GeolocationConfig.usualProximityRadius(on: platform)
        }
        return GeolocationConfig.geofenceProximityRadiusLimits.clamped(radius)
    }

    /// Whether geofences farther away are not watched even where slots are free: only where the radius was set.
    public var boundsGeofences: Bool { geolocation.geofenceProximityRadius != nil }

    /// The most geofences that are watched at a time: never more than the platform's limit.
    public var monitoredGeofenceLimit: Int {
        let limits = GeolocationConfig.maxMonitoredGeofencesLimits(on: platform)
        return limits.applied(to: Double(geolocation.maxMonitoredGeofences)).map { Int($0) } ?? platform.geofenceLimit
    }
}
