public import MobileSDK
public import TrackingEngine

// The event types of the BGGeo document; `HttpEvent` and `AuthorizationEvent` have its names already.

/// A recorded location, or a sample of one.
public typealias LocationEvent = BackgroundGeolocation.LocationEvent
/// An entry into, an exit from or a dwell in a geofence; not `VisitModel.GeofenceEvent`, which is that of a visit.
public typealias GeofenceEvent = BackgroundGeolocation.GeofenceEvent
/// The geofences that the phone started and stopped to monitor.
public typealias GeofencesChangeEvent = BackgroundGeolocation.GeofencesChangeEvent
/// The motion activity that the system detected.
public typealias ActivityChangeEvent = BackgroundGeolocation.ActivityChangeEvent
/// A change of the internet connection.
public typealias ConnectivityChangeEvent = BackgroundGeolocation.ConnectivityChangeEvent
/// Tracking was turned on or off.
public typealias EnabledChangeEvent = BackgroundGeolocation.EnabledChangeEvent
/// A heartbeat while the phone is stationary.
public typealias HeartbeatEvent = BackgroundGeolocation.HeartbeatEvent
/// Power saving was turned on or off.
public typealias PowerSaveChangeEvent = BackgroundGeolocation.PowerSaveChangeEvent
/// The state of the phone's location services, as far as the app may know it.
public typealias ProviderChangeEvent = BackgroundGeolocation.ProviderChangeEvent
/// The schedule turned tracking on or off.
public typealias ScheduleEvent = BackgroundGeolocation.ScheduleEvent

extension TrackedLocation {
    /// The document's name of `isSample`.
    public var sample: Bool { isSample }
}

extension AuthorizationEvent {
    /// The document's other name of `isSuccess`.
    public var success: Bool { isSuccess }
}
