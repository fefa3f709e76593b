public import MobileSDKCore
public import TrackingModel
public import TrackingEngine
public import VisitModel

extension BackgroundGeolocation {
    /// A recorded location, or a sample of one.
    public typealias LocationEvent = TrackedLocation
    /// The geofences that the phone started and stopped to monitor.
    public typealias GeofencesChangeEvent = GeofencesChange
    /// The state of the phone's location services, as far as the app may know it.
    public typealias ProviderChangeEvent = ProviderState

    /// An event for the app: the thirteen `onX`, and warnings and failures for developers.
    public enum Event: Sendable {
        /// `onLocation`.
        case location(LocationEvent)
        /// The failure of `onLocation`.
        case locationFailed(LocationError)
        /// `onMotionChange`.
        case motionChange(LocationEvent)
        /// `onHttp`.
        case http(HttpEvent)
        /// `onHeartbeat`.
        case heartbeat(HeartbeatEvent)
        /// `onGeofence`.
        case geofence(GeofenceEvent)
        /// `onGeofencesChange`.
        case geofencesChange(GeofencesChangeEvent)
        /// `onActivityChange`.
        case activityChange(ActivityChangeEvent)
        /// `onProviderChange`.
        case providerChange(ProviderChangeEvent)
        /// `onConnectivityChange`.
        case connectivityChange(ConnectivityChangeEvent)
        /// `onPowerSaveChange`.
        case powerSaveChange(PowerSaveChangeEvent)
        /// `onEnabledChange`.
        case enabledChange(EnabledChangeEvent)
        /// `onSchedule`.
        case schedule(ScheduleEvent)
        /// `onAuthorization`.
        case authorization(AuthorizationEvent)
        /// An action succeeded but may not do what was intended.
        case warning(ConfigurationWarning)
        /// An action failed for which no caller waits.
        case failure(MobileSDKError)
    }

    /// An entry into, an exit from or a dwell in a geofence.
    public struct GeofenceEvent: Hashable, Sendable {
        /// The transition and its source.
        public let occurrence: GeofenceOccurrence
        /// The position; `nil` if it is unknown.
        public let location: LocationEvent?

        /// The geofence's name.
        public var identifier: String { occurrence.crossing.identifier }
        /// The kind of transition.
        public var action: GeofenceCrossing.Action { occurrence.crossing.action }
        /// The time at which the system reported it.
        public var timestamp: Timestamp { occurrence.crossing.timestamp }
        /// The geofence, after the transition.
        public var geofence: TrackedGeofence { occurrence.geofence }
        /// The app's values of the geofence.
        public var extras: [String: ConfigValue] { occurrence.crossing.extras }
    }

    /// The motion activity that the system detected.
    public struct ActivityChangeEvent: Hashable, Sendable {
        /// The activity.
        public let activity: Activity
        /// The confidence in percent; always 100 on Android.
        public let confidence: Int
    }

    /// A change of the internet connection.
    public struct ConnectivityChangeEvent: Hashable, Sendable {
        /// Whether there is a connection.
        public let hasConnection: Bool
    }

    /// Tracking was turned on or off.
    public struct EnabledChangeEvent: Hashable, Sendable {
        /// Whether tracking is on.
        public let enabled: Bool
    }

    /// Power saving was turned on or off.
    public struct PowerSaveChangeEvent: Hashable, Sendable {
        /// Whether power saving is on.
        public let isPowerSaveMode: Bool
    }

    /// A heartbeat while the phone is stationary; location services stay off.
    public struct HeartbeatEvent: Hashable, Sendable {
        /// The last known location; `nil` if there is none.
        public let location: LocationEvent?
    }

    /// The schedule turned tracking on or off.
    public struct ScheduleEvent: Hashable, Sendable {
        /// Whether tracking is now on.
        public let enabled: Bool
        /// The tracking mode.
        public let trackingMode: TrackingState.Mode
    }
}
