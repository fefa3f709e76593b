public import TrackingModel
public import VisitModel

/// An event that the SDK emits to its app: the thirteen `onX` callbacks, and the results of requests.
///
/// Upload events (`onHttp`, `onAuthorization`) come from the upload rules. Transistor, BGGeo, "Events".
public enum TrackingEvent: Hashable, Sendable {
    /// `onLocation`: every recorded location, and every sample of one.
    case location(TrackedLocation)
    /// The failure of `onLocation`.
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
