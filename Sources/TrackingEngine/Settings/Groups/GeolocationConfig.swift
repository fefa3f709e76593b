internal import TrackingModel
public import VisitModel

/// The options for requesting fixes, stopping, and monitoring geofences.
///
/// The names and units are the SDK's own; the effective values, in `Duration` and metres and within the limits, are on
/// `TrackingConfig`. The options are for both platforms unless a comment names one. Transistor types, GeoConfig, under
/// the option's name; comments name additional sources.
public struct GeolocationConfig: Hashable, Sendable, Codable {
    /// The desired accuracy of fixes; `high` by default (Transistor, BGGeo, "Compound configuration").
    public var desiredAccuracy = DesiredAccuracy.high
    /// Metres a phone must move before the next fix is recorded; 10 by default, 0 or more.
    ///
    /// Scaled with speed unless `disableElasticity`. Android records by time at 0 (`locationUpdateInterval`).
    public var distanceFilter = 10.0
    /// Uses `distanceFilter` unchanged at every speed; false by default.
    public var disableElasticity = false
    /// The factor by which speed widens `distanceFilter`; 1 by default, 0 or more; 0 is like `disableElasticity`.
    public var elasticityMultiplier = 1.0
    /// Metres around a stop that the phone must leave before tracking starts again; 25 by default, 25 to 1000.
    ///
    /// The vendor's text says 150 for Android, its running SDK uses 25. iOS reports the exit near 200 m (Transistor,
    /// AppConfig.stopOnTerminate).
    public var stationaryRadius = 25.0
    /// Minutes of stillness after which location goes off and the phone counts as stationary; 5 by default, 0 or more.
    ///
    /// More than 15 is discouraged (Transistor, ActivityConfig.stopOnStationary).
    public var stopTimeout = 5.0
    /// Minutes after `start` at which tracking stops by itself; off by default: −1 on iOS, 0 on Android.
    public var stopAfterElapsedMinutes: Double
    /// Seconds to wait for a requested fix before it fails with code 408; 60 by default, 1 or more.
    public var locationTimeout = 60.0
    /// Records only a coarse fix every 500 to 1000 m; false by default.
    ///
    /// Android imitates the iOS service, with minimum values for three other options (Transistor, native change log).
    public var useSignificantChangesOnly = false
    /// Lets iOS turn location off automatically when the phone is still; true by default.
    ///
    /// False keeps location on for ever together with `disableStopDetection` (Transistor, ActivityConfig).
    public var pausesLocationUpdatesAutomatically = true
    /// The permission that is requested; `always` by default (Transistor, AppConfig, "Background permission").
    public var locationAuthorizationRequest = LocationAuthorizationRequest.always
    /// Shows no alert for an insufficient permission; false by default.
    public var disableLocationAuthorizationAlert = false
    /// The texts of that alert (iOS); the SDK's own by default.
    public var locationAuthorizationAlert = LocationAuthorizationAlert()
    /// Shows the blue bar while location is used in the background (iOS); true by default.
    public var showsBackgroundLocationIndicator = true
    /// A hint for iOS about the kind of movement; `other` by default.
    public var activityType = ActivityType.other
    /// Adds the phone's additional clocks to each record (`timestampMeta`); false by default.
    public var enableTimestampMeta = false
    /// Milliseconds between fixes where `distanceFilter` is 0 (Android); 1000 by default, 0 or more.
    public var locationUpdateInterval = 1000.0
    /// The least time between two fixes in milliseconds (Android); −1 (not set) by default, else 0 or more.
    ///
    /// Older documents have 10,000 and 30,000.
    public var fastestLocationUpdateInterval = -1.0
    /// Milliseconds for which fixes may be held back and delivered together (Android); 0 by default, 0 or more.
    public var deferTime = 0.0
    /// Records a fix identical to the previous one (Android); false by default.
    public var allowIdenticalLocations = false
    /// Metres around the phone within which stored geofences are monitored; 100 or more.
    ///
    /// Not set by default: then 2000 m on iOS and 1000 m on Android apply, and only while there are more geofences
    /// than slots. A set radius always bounds the monitored geofences. Transistor, BGGeo.onGeofencesChange.
    public var geofenceProximityRadius: Double?
    /// Emits an entry for a geofence that the phone is already in when it is registered; true by default.
    public var geofenceInitialTriggerEntry = true
    /// Requests fixes while moving in geofences-only mode, for quicker events (Android); false by default.
    ///
    /// The vendor's types say true, its native change log 4.1.0 made it false.
    public var geofenceModeHighAccuracy = false
    /// The most geofences that are monitored at a time; the platform's maximum by default: 20 on iOS, 100 on Android.
    ///
    /// 1 or more; 0 or less means the maximum. Transistor, BGGeo.onGeofencesChange.
    public var maxMonitoredGeofences: Int
    /// The options of fix validation.
    public var filter = LocationFilterConfig()

    /// The defaults of a platform, which decides `stopAfterElapsedMinutes` and `maxMonitoredGeofences`.
    public init(platform: Platform) {
        stopAfterElapsedMinutes = platform == .ios ? -1 : 0
        maxMonitoredGeofences = platform.geofenceLimit
    }
}

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

    static func maxMonitoredGeofencesLimits(on platform: Platform) -> OptionLimits {
        OptionLimits(1...Double(platform.geofenceLimit), offUpTo: 0)
    }

    /// Metres where `geofenceProximityRadius` is not set (Transistor types, GeoConfig.geofenceProximityRadius).
    static func usualProximityRadius(on platform: Platform) -> Double { platform == .ios ? 2000 : 1000 }
}

/// The texts of the vendor's alert for an insufficient location permission (iOS), stored and not shown.
///
/// An app informs its member itself, at `onProviderChange`. Transistor types, GeoConfig.locationAuthorizationAlert.
public struct LocationAuthorizationAlert: Hashable, Sendable, Codable {
    /// The title where location services are switched off for the app; not set by default.
    public var titleWhenNotEnabled: String?
    /// The title where location services are switched off for the phone; not set by default.
    public var titleWhenOff: String?
    /// The instructions for the member; not set by default.
    public var instructions: String?
    /// The button that dismisses the alert; not set by default.
    public var cancelButton: String?
    /// The button that opens Settings; not set by default.
    public var settingsButton: String?

    /// The alert with the SDK's own texts.
    public init() {}
}

/// The options for validating and smoothing fixes before they are recorded and counted for the odometer.
///
/// Both platforms. Transistor types, LocationFilter; Transistor headers, TSLocationFilterPolicy and TSOdometer.
public struct LocationFilterConfig: Hashable, Sendable, Codable {
    /// The policy for poor fixes; `conservative` by default.
    ///
    /// A filter with default options is `passThrough` where `desiredAccuracy` is less than high.
    public var policy = LocationFilterPolicy.conservative
    /// Smooths coordinates and speed; true by default.
    public var useKalman = true
    /// Logs the internal state of the smoothing; false by default, stored and not used.
    public var kalmanDebug = false
    /// The amount of smoothing; `default` by default.
    public var kalmanProfile = KalmanProfile.default
    /// The number of fixes over which a burst is averaged; 5 by default, 3 to 20.
    public var rollingWindow = 5
    /// The length of a burst in seconds; 10 by default, 0.2 to 120.
    public var burstWindow = 10.0
    /// The greatest extent of a burst in metres; 300 by default, 5 to 2000.
    public var maxBurstDistance = 300.0
    /// The accuracy in metres beyond which a fix is refused or adjusted; 100 by default, 0 to 500.
    public var trackingAccuracyThreshold = 100.0
    /// The implied speed in metres a second beyond which a fix is refused or adjusted; 60 by default, 1 to 200.
    public var maxImpliedSpeed = 60.0
    /// Logs each decision; false by default, stored and not used.
    ///
    /// At the log level debug each fix that was rejected or moved is logged with the reason anyway.
    public var filterDebug = false
    /// Smooths the steps of the odometer; true by default.
    public var odometerUseKalmanFilter = true
    /// The accuracy in metres beyond which a fix does not count for the odometer; 20 by default, 0 or more.
    ///
    /// Another text of the vendor's says 100.
    public var odometerAccuracyThreshold = 20.0

    /// The defaults, the same on both platforms.
    public init() {}
}

extension LocationFilterConfig {
    static let rollingWindowLimits = OptionLimits(3...20)
    static let burstWindowLimits = OptionLimits(0.2...120)
    static let maxBurstDistanceLimits = OptionLimits(5...2000)
    static let trackingAccuracyThresholdLimits = OptionLimits(0...500)
    static let maxImpliedSpeedLimits = OptionLimits(1...200)
    static let odometerAccuracyThresholdLimits = OptionLimits(atLeast: 0)
}
