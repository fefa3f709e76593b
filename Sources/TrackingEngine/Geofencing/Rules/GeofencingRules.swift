internal import TrackingModel
public import VisitModel

/// The geofencing options of an app's configuration.
public struct GeofencingRules: Hashable, Sendable, Codable {
    /// Metres around the phone within which geofences are monitored; `nil` where it is not set.
    ///
    /// A set radius always bounds the monitored geofences. Otherwise `usualProximityRadiusMeters` applies, and only
    /// while there are more geofences than slots.
    public let proximityRadiusMeters: Double?
    /// The radius that applies where none is set: 2000 m on iOS, 1000 m on Android.
    public let usualProximityRadiusMeters: Double
    /// Whether an entry is emitted for a fence that the phone is in when monitoring begins.
    public let initialTriggerEntry: Bool
    /// The most geofences that are monitored at a time, 1 or more.
    public let maxMonitored: Int
    /// Whether fixes continue while moving in geofences-only mode (Android).
    public let isHighAccuracy: Bool

    /// Reads the geofencing options and applies their limits.
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
