public import TrackingModel
public import VisitModel

/// What the SDK tells its app: the thirteen `onX` of the surface, and what a request came to.
///
/// Those about uploads (`onHttp`, `onAuthorization`) come from their own rules. Transistor, BGGeo, "Events".
public enum TrackingEvent: Hashable, Sendable {
    /// `onLocation`: every location that is recorded, and every sample of one.
    case location(TrackedLocation)
    /// The failure of `onLocation`.
    case locationFailed(LocationError)
    /// `onGeofence`: a geofence was entered, left or dwelt in, and where.
    case geofence(GeofenceOccurrence, TrackedLocation?)
    /// `onGeofencesChange`.
    case geofencesChange(GeofencesChange)
    /// Something was told of a geofence that is not believed (`onLocationFilter`).
    case geofenceRefused(GeofenceRefusal)
    /// `onMotionChange`: the phone began to move, or stopped, and where.
    case motionChange(TrackedLocation)
    /// `onActivityChange`: what the motion service says; Android's confidence is always 100.
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
    /// `onSchedule`, with the state as it is then.
    case schedule(TrackingState)
    /// A fix was refused or moved (`onLocationFilter`).
    case locationFiltered(Fix, FixRefusal)
    /// A position that was asked for.
    case position(id: Int, TrackedLocation)
    /// A position that was asked for and could not be had.
    case positionFailed(id: Int, LocationError)
    /// A position of a stream.
    case watched(id: Int, TrackedLocation)
    /// No position of a stream came in time.
    case watchFailed(id: Int, LocationError)
    /// Something was done that works, and may not do what was meant.
    case warning(ConfigurationWarning)
}
