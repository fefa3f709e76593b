internal import TrackingModel
public import VisitModel

/// What an app's configuration says of geofences.
public struct GeofencingRules: Hashable, Sendable, Codable {
    /// Metres round the phone within which geofences are watched; `nil` where it is not set.
    ///
    /// Where it is set it always bounds what is watched. Not set, `usualProximityRadiusMeters` holds, and only while
    /// there are more geofences than slots.
    public let proximityRadiusMeters: Double?
    /// The radius that holds where none is set: 2000 m on iOS, 1000 m on Android.
    public let usualProximityRadiusMeters: Double
    /// Whether the entry is told of a fence that the phone is in when it begins to be watched.
    public let initialTriggerEntry: Bool
    /// The most geofences that are watched at a time, 1 or more.
    public let maxMonitored: Int
    /// Whether fixes keep coming while moving in geofences-only mode (Android).
    public let isHighAccuracy: Bool

    /// Takes what a configuration says, within its limits.
    ///
    /// - Parameters:
    ///   - config: `geofenceProximityRadius`, `geofenceInitialTriggerEntry`, `maxMonitoredGeofences` and
    ///     `geofenceModeHighAccuracy` count.
    ///   - platform: the phone's operating system.
    public init(_ config: GeolocationConfig, platform: Platform) {
        proximityRadiusMeters = config.geofenceProximityRadius.map {
            GeolocationConfig.geofenceProximityRadiusLimits.clamped($0)
        }
        usualProximityRadiusMeters = GeolocationConfig.usualProximityRadius(on: platform)
        initialTriggerEntry = config.geofenceInitialTriggerEntry
        let limits = GeolocationConfig.maxMonitoredGeofencesLimits(on: platform)
        maxMonitored =
            limits.applied(to: Double(config.maxMonitoredGeofences)).map { Int($0) } ?? platform.geofenceLimit
        isHighAccuracy = config.geofenceModeHighAccuracy && platform == .android
    }

    /// The radius in force, in metres.
    public var radiusMeters: Double { proximityRadiusMeters ?? usualProximityRadiusMeters }
}
