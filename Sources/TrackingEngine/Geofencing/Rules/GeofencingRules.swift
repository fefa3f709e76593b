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

/// The limits of a platform, and the constants that the vendor does not let an app configure.
public struct GeofencingProfile: Hashable, Sendable, Codable {
    /// How many regions the system monitors for one app.
    public var regionLimit: Int
    /// How many of them are not for geofences: the stationary regions, the helper region.
    ///
    /// 2 on iOS and 3 on Android, which leaves 18 and 97, the numbers that the vendor's SDK shows (Transistor, React
    /// Native issues; Flutter runtime dumps). The same in both modes, so that a change of mode drops no fence.
    public var reservedSlots: Int
    /// How long the choice of geofences holds while the phone moves (Transistor, "Geofencing": about once a minute).
    public var evaluationInterval = Duration.seconds(60)
    /// The worst accuracy of a fix that chooses geofences, unless there is no other; metres.
    ///
    /// Otherwise one bad fix drops the fence that the phone is about to enter (React Native issue 950). 1000 m, as
    /// Radar has it for every fix; the vendor's number is not known.
    public var worstEvaluationAccuracyMeters = 1000.0
    /// The worst accuracy of a fix that tests a polygon, in metres; 100, the default of `trackingAccuracyThreshold`.
    public var worstPolygonAccuracyMeters = 100.0
    /// How long an exit is held of which the fix lies within the fence.
    ///
    /// Transistor, native change log for Android 4.0.19, names the limit and not its length; 120 s is twice the default
    /// of `locationTimeout`, in which a fix either arrives or fails.
    public var exitHoldLimit = Duration.seconds(120)
    /// How long fixes have to lie outside a fence until it counts as left without a report of the system.
    ///
    /// Transistor, native change log for Android 4.3.3: a fence stuck inside. 10 minutes is Footfall's choice: longer
    /// than either system needs by its documentation (Google 6 minutes, Apple 5).
    public var stuckLimit = Duration.seconds(600)
    /// Whether missed crossings are derived from the path between fixes: Android (Transistor, native change log 4.3.0).
    public var usesPathEvidence: Bool
    /// The longest time between two fixes that are joined to a path; 120 s is Footfall's choice.
    public var longestPathGap = Duration.seconds(120)
    /// Whether adding a record equal to the stored one leaves its state alone.
    ///
    /// False, as in the vendor's SDK: the state starts over. True helps an app that adds the same fences at every
    /// launch and receives an entry each time (React Native issue 216).
    public var keepsStateOfUnchanged = false

    /// The documented values of a platform.
    public init(platform: Platform) {
        regionLimit = platform.geofenceLimit
        reservedSlots = platform == .ios ? 2 : 3
        usesPathEvidence = platform == .android
    }

    /// How many geofences can be monitored at a time.
    public var slots: Int { max(0, regionLimit - max(0, reservedSlots)) }
}
