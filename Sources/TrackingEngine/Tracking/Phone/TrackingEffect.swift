public import VisitModel

/// Something that has to be done for tracking, in the order in which it is told.
public enum TrackingEffect: Hashable, Sendable {
    /// Readings are asked for in this way from now on; `nil` for no longer.
    case updates(DesiredPhoneState.Updates?)
    /// One reading is asked for, as exact as the phone can.
    case requestFix
    /// Changes of some hundred metres are watched for, or no longer (iOS).
    case significantChanges(Bool)
    /// The motion service is asked as often as this; `nil` for no longer.
    case activityUpdates(every: Duration?)
    /// A foreground service runs and shows this, or no longer (Android).
    case foregroundService(NotificationConfig?)
    /// The app is kept from being suspended, or no longer (iOS).
    case stayAwake(Bool)
    /// The region round the place where the phone stopped is watched; `nil` for no longer.
    case stationaryRegion(DesiredPhoneState.StationaryRegion?)
    /// Regions of geofences are watched no longer, watched from now on, and asked about, in this order.
    ///
    /// Android takes a whole call or none of it: what is refused is told as `TrackingSignal.regionsRefused`.
    case geofenceRegions(removed: [String], added: [TrackedRegion], asked: [String])
    /// The app's process is to be told at a time; `nil` for no longer.
    case timer(DesiredPhoneState.Timer, Wake?)
    /// The member is asked for the permission that the configuration wants, the rationale first where there is one.
    case requestPermission(rationale: PermissionRationale?)
    /// The state and the configuration are to be kept, so that a process after this one goes on with them.
    case save
    /// The geofences are to be kept in the same way: apart, because there may be thousands of them.
    case saveGeofences
    /// A location goes to the store, and from there to the server.
    ///
    /// - Parameters:
    ///   - location: the location.
    ///   - trigger: what it means for the upload.
    ///   - isForced: whether the app asked for it to be stored, whatever `persistMode` says.
    case store(_ location: TrackedLocation, _ trigger: Trigger, isForced: Bool)
    /// The app is told of something.
    case tell(TrackingEvent)
    /// A sound is played and a notification shown, for developers (`LoggerConfig.debug`).
    case debug(DebugCue)

    /// When the process is told, and how.
    public struct Wake: Hashable, Sendable {
        /// When.
        public let time: Timestamp
        /// Whether the system starts the app for it, where its process does not run (Android's alarms).
        public let startsApp: Bool
        /// Whether it comes at that time or, to save power, some time later.
        public let isExact: Bool
    }

    /// What a stored record means for the upload.
    public enum Trigger: String, Hashable, Sendable, CaseIterable {
        /// It counts towards the threshold.
        case record
        /// Everything that waits goes out: the phone began to move, or stopped.
        case motionChange = "motion_change"
    }

    /// What a developer hears and sees when location services go on and off.
    public enum DebugCue: String, Hashable, Sendable, CaseIterable {
        /// Location services went on.
        case locationOn = "location_on"
        /// Location services went off.
        case locationOff = "location_off"
        /// The detection of a stop engaged.
        case stopDetection = "stop_detection"
        /// The phone began to move.
        case moving
        /// The phone stopped.
        case stationary
    }
}
