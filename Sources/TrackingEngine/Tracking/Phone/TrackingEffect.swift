public import VisitModel

/// An action required for tracking; effects are performed in their order.
public enum TrackingEffect: Hashable, Sendable {
    /// Requests location updates in this way from now on; `nil` ends them.
    case updates(DesiredPhoneState.Updates?)
    /// Requests one fix, as accurate as possible.
    case requestFix
    /// Starts or ends the monitoring of significant changes, some hundred metres (iOS).
    case significantChanges(Bool)
    /// Requests activity updates at this interval; `nil` ends them.
    case activityUpdates(every: Duration?)
    /// Runs a foreground service with this notification, or updates it; `nil` ends it (Android).
    case foregroundService(NotificationConfig?)
    /// Keeps the app from being suspended, or no longer (iOS).
    case stayAwake(Bool)
    /// Monitors the region around the place where the phone stopped; `nil` ends it.
    case stationaryRegion(DesiredPhoneState.StationaryRegion?)
    /// Removes regions of geofences, adds regions, and queries the state of regions, in this order.
    ///
    /// Android accepts a call as a whole or not at all; refusals are reported as `TrackingSignal.regionsRefused`.
    case geofenceRegions(removed: [String], added: [TrackedRegion], stateRequests: [String])
    /// Sets a timer for the app's process; `nil` cancels it.
    case timer(DesiredPhoneState.Timer, Wake?)
    /// Requests the permission that the configuration names, after showing the rationale where there is one.
    case requestPermission(rationale: PermissionRationale?)
    /// Stores the state and the configuration, so that a later process can restore them.
    case save
    /// Stores the geofences in the same way; separate because there may be thousands of them.
    case saveGeofences
    /// Stores a location for upload; `isForced` where the app requested that, whatever `persistMode` says.
    case store(_ location: TrackedLocation, _ trigger: Trigger, isForced: Bool)
    /// Emits an event to the app.
    case emit(TrackingEvent)
    /// Plays a sound and shows a notification for developers (`LoggerConfig.debug`).
    case debug(DebugCue)

    /// The time and manner of a timer.
    public struct Wake: Hashable, Sendable {
        /// The time at which it is due.
        public let time: Timestamp
        /// Whether the system starts the app for it where its process does not run (Android's alarms).
        public let startsApp: Bool
        /// Whether it fires at that time or, to save power, some time later.
        public let isExact: Bool
    }

    /// The effect of a stored record on the upload.
    public enum Trigger: String, Hashable, Sendable, CaseIterable {
        /// The record counts towards the threshold.
        case record
        /// All queued records are uploaded: the phone began to move, or stopped.
        case motionChange = "motion_change"
    }

    /// A debug cue for developers.
    public enum DebugCue: String, Hashable, Sendable, CaseIterable {
        /// Location services went on.
        case locationOn = "location_on"
        /// Location services went off.
        case locationOff = "location_off"
        /// The detection of a stop began.
        case stopDetection = "stop_detection"
        /// The phone began to move.
        case moving
        /// The phone stopped.
        case stationary
    }
}
