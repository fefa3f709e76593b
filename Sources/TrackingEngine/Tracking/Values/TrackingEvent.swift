public import TrackingModel
public import VisitModel

/// An event that the SDK emits to its app: the thirteen `onX` callbacks, and the results of requests.
///
/// Upload events (`onHttp`, `onAuthorization`) come from the upload rules. Transistor, BGGeo, "Events".
public enum TrackingEvent: Hashable, Sendable {
    /// `onLocation`: every recorded location, and every sample of one.
    case location(TrackedLocation)
    /// The failure of `onLocation`: a motion change has no position, or locations that are tracked are not allowed.
    case locationFailed(LocationError)
    /// `onGeofence`: a geofence was entered, left or dwelt in, with the location.
    case geofence(GeofenceOccurrence, TrackedLocation?)
    /// `onGeofencesChange`.
    case geofencesChange(GeofencesChange)
    /// A rejected OS transition report of a geofence (`onLocationFilter`).
    case geofenceRefused(GeofenceRefusal)
    /// `onMotionChange`: the phone began to move, or stopped, with the location.
    case motionChange(TrackedLocation)
    /// `onActivityChange`: the activity of the motion service; Android's confidence is always 100.
    case activityChange(Activity, confidence: Int)
    /// `onProviderChange`.
    case providerChange(ProviderState)
    /// `onConnectivityChange`.
    case connectivityChange(hasConnection: Bool)
    /// `onEnabledChange`.
    case enabledChange(isEnabled: Bool)
    /// `onPowerSaveChange`.
    case powerSaveChange(isPowerSaving: Bool)
    /// `onHeartbeat`, with the last known location.
    case heartbeat(TrackedLocation?)
    /// `onSchedule`, with the state at that time.
    case schedule(TrackingState)
    /// A fix was refused or adjusted (`onLocationFilter`).
    case locationFiltered(Fix, FixRefusal)
    /// The result of a position request.
    case position(id: Int, TrackedLocation)
    /// The failure of a position request.
    case positionFailed(id: Int, LocationError)
    /// A position of a stream.
    case watched(id: Int, TrackedLocation)
    /// No position of a stream arrived in time.
    case watchFailed(id: Int, LocationError)
    /// A call or option works, but may not do what was intended.
    case warning(ConfigurationWarning)
}

/// The SDK's error codes for a position (Transistor types, LocationError; Transistor headers, TSLocationErrors).
public enum LocationError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The system gives no reason.
    case unknown = 0
    /// The member does not allow location, or location services are off.
    case denied = 1
    /// There is no network, and no other source of a position.
    case network = 2
    /// No position arrived in time.
    case timeout = 408
    /// The app cancelled the request, or tracking ended.
    case cancelled = 499

    /// A sentence for the user that says what to do.
    public var message: String {
        switch self {
        case .unknown: "the phone could not determine its position; retry later"
        case .denied: "location is not allowed or switched off; request the permission, or open the settings"
        case .network: "there is no network for positioning; retry when there is"
        case .timeout: "no position was determined in time; retry with a longer timeout or outdoors"
        case .cancelled: "the request was cancelled before a position was determined"
        }
    }
}

/// The SDK's stored state besides its configuration (Transistor, BGGeo.state; Transistor types, State).
public struct TrackingState: Hashable, Sendable, Codable {
    /// What is tracked while tracking is on.
    public enum Mode: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Geofences alone.
        case geofences = 0
        /// Locations and geofences.
        case location = 1
    }

    /// Whether tracking is on: from `start` or `startGeofences` until `stop`, across restarts.
    public internal(set) var isEnabled = false
    /// What is tracked.
    public internal(set) var mode = Mode.location
    /// Whether the schedule is followed.
    public internal(set) var isSchedulerEnabled = false
    /// Whether the phone was restarted since the previous process.
    public internal(set) var didDeviceReboot = false
    /// Whether the system started the process in the background.
    public internal(set) var didLaunchInBackground = false
    /// Whether it is the first launch after the installation.
    public internal(set) var isFirstLaunch = true
    /// When tracking was last turned on; `nil` while it is off.
    public internal(set) var startedAt: Timestamp?
    /// The last fix from the phone, even if it was filtered out.
    public internal(set) var lastFix: Fix?
    /// The last fix that was recorded.
    public internal(set) var lastRecorded: Fix?
    /// The center of the stationary region.
    public private(set) var stationaryCenter: Coordinate?
    /// The 68 % radius of the center's position, in metres; `nil` for the state of an earlier version.
    private(set) var stationaryAccuracyMeters: Double?

    /// Sets the place at which the phone stopped; `nil` while it moves, or where none is known.
    mutating func setPlaceOfStop(_ fix: Fix?) {
        (stationaryCenter, stationaryAccuracyMeters) = (fix?.coordinate, fix?.accuracyOrAssumed)
    }

    /// A phone on which nothing was ever tracked.
    public init() {}
}
