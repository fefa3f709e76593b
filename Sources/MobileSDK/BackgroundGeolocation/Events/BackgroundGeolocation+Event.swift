public import MobileSDKCore
internal import PhoneStore
public import TrackingEngine
public import TrackingModel
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
        /// `onWarning`.
        case warning(ConfigurationWarning)
        /// `onFailure`: an action failed for which no caller waits.
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

extension BackgroundGeolocation.Event {
    /// `nil` for the result of a request.
    init?(_ event: TrackingEvent) {
        switch event {
        case .location(let location): self = .location(location)
        case .locationFailed(let error): self = .locationFailed(error)
        case .geofence(let occurrence, let location):
            self = .geofence(BackgroundGeolocation.GeofenceEvent(occurrence: occurrence, location: location))
        case .geofencesChange(let change): self = .geofencesChange(change)
        case .motionChange(let location): self = .motionChange(location)
        case .activityChange(let activity, let confidence):
            self = .activityChange(
                BackgroundGeolocation.ActivityChangeEvent(activity: activity, confidence: confidence)
            )
        case .providerChange(let provider): self = .providerChange(provider)
        case .connectivityChange(let hasConnection):
            self = .connectivityChange(BackgroundGeolocation.ConnectivityChangeEvent(hasConnection: hasConnection))
        case .enabledChange(let isEnabled):
            self = .enabledChange(BackgroundGeolocation.EnabledChangeEvent(enabled: isEnabled))
        case .powerSaveChange(let isSaving):
            self = .powerSaveChange(BackgroundGeolocation.PowerSaveChangeEvent(isPowerSaveMode: isSaving))
        case .heartbeat(let location):
            self = .heartbeat(BackgroundGeolocation.HeartbeatEvent(location: location))
        case .schedule(let state):
            self = .schedule(BackgroundGeolocation.ScheduleEvent(enabled: state.isEnabled, trackingMode: state.mode))
        case .warning(let warning): self = .warning(warning)
        case .geofenceRefused, .locationFiltered, .position, .positionFailed, .watched, .watchFailed: return nil
        }
    }

    var level: LogLine.Level {
        switch self {
        case .location, .heartbeat, .geofencesChange, .activityChange: .debug
        case .motionChange, .geofence, .providerChange, .connectivityChange, .powerSaveChange, .enabledChange,
            .schedule:
            .info
        case .http(let event): event.isSuccess ? .info : .warning
        case .authorization(let event): event.isSuccess ? .info : .warning
        case .locationFailed, .warning: .warning
        case .failure: .error
        }
    }

    /// Contains no position above `debug`.
    var text: String {
        switch self {
        case .location(let location):
            "\(location.isSample ? "sample" : "location") \(location.uuid) at \(location.fix.coordinate.text)"
        case .locationFailed(let error): "no location: \(error.message)"
        case .motionChange(let location): location.isMoving ? "moving" : "stationary"
        case .http(let event): "response to an upload: \(event.statusCode)"
        case .heartbeat: "heartbeat"
        case .geofence(let event): "\(event.action.rawValue) \(event.identifier)"
        case .geofencesChange(let event): "\(event.on.count) geofences on, \(event.off.count) off"
        case .activityChange(let event): "activity \(event.activity.rawValue), \(event.confidence) %"
        case .providerChange(let event): "location \(event.isEnabled ? "on" : "off"), \(event.status)"
        case .connectivityChange(let event): event.hasConnection ? "connected" : "not connected"
        case .powerSaveChange(let event): event.isPowerSaveMode ? "power saving on" : "power saving off"
        case .enabledChange(let event): event.enabled ? "tracking on" : "tracking off"
        case .schedule(let event): "the schedule turned tracking \(event.enabled ? "on" : "off")"
        case .authorization(let event): event.error ?? "new tokens received"
        case .warning(let warning): "\(warning.option): \(warning.message)"
        case .failure(let error): error.message
        }
    }
}

extension Coordinate {
    fileprivate var text: String { "\(latitude), \(longitude)" }
}
