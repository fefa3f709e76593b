public import TrackingEngine
public import VisitModel

extension BackgroundGeolocation {
    /// A location that was recorded, or a sample of one.
    public typealias LocationEvent = TrackedLocation
    /// Which geofences are watched that were not, and the other way round.
    public typealias GeofencesChangeEvent = GeofencesChange
    /// What the app may know of the phone's location services.
    public typealias ProviderChangeEvent = ProviderState

    /// Something that the app is told: the thirteen `onX`, and what a developer should know.
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
        /// Something was done that works, and may not do what was meant.
        case warning(ConfigurationWarning)
        /// Something could not be done that nobody waits for.
        case failure(MobileSDKError)
    }

    /// A geofence was entered, left or dwelt in.
    public struct GeofenceEvent: Hashable, Sendable {
        /// What happened, and who says so.
        public let occurrence: GeofenceOccurrence
        /// Where the phone was; `nil` where nobody knows.
        public let location: LocationEvent?

        /// The geofence's name.
        public var identifier: String { occurrence.crossing.identifier }
        /// What happened.
        public var action: GeofenceCrossing.Action { occurrence.crossing.action }
        /// When the system told of it.
        public var timestamp: Timestamp { occurrence.crossing.timestamp }
        /// The geofence, after it happened.
        public var geofence: TrackedGeofence { occurrence.geofence }
        /// The values that the app gave the geofence.
        public var extras: [String: ConfigValue] { occurrence.crossing.extras }
    }

    /// What the motion service says that the member is doing.
    public struct ActivityChangeEvent: Hashable, Sendable {
        /// What.
        public let activity: Activity
        /// How sure the service is, in percent; on Android always 100.
        public let confidence: Int
    }

    /// The connection to the internet came or went.
    public struct ConnectivityChangeEvent: Hashable, Sendable {
        /// Whether there is one.
        public let hasConnection: Bool
    }

    /// Tracking went on or off.
    public struct EnabledChangeEvent: Hashable, Sendable {
        /// Whether it is on.
        public let enabled: Bool
    }

    /// The phone began or ended to save power.
    public struct PowerSaveChangeEvent: Hashable, Sendable {
        /// Whether it does.
        public let isPowerSaveMode: Bool
    }

    /// A heartbeat: the phone is stationary, and location services stay off.
    public struct HeartbeatEvent: Hashable, Sendable {
        /// The last known location; `nil` where there is none.
        public let location: LocationEvent?
    }

    /// The schedule turned tracking on or off.
    public struct ScheduleEvent: Hashable, Sendable {
        /// Whether tracking is on now.
        public let enabled: Bool
        /// What is tracked.
        public let trackingMode: TrackingState.Mode
    }
}
