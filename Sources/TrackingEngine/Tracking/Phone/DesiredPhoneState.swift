internal import TrackingModel
public import VisitModel

/// Everything that tracking wants of the phone at a moment.
///
/// It follows from the state alone, and only what changes is asked for: nothing is forgotten on some path, and nothing asked
/// for twice.
public struct DesiredPhoneState: Hashable, Sendable {
    /// Readings, as they are asked for.
    public struct Updates: Hashable, Sendable {
        /// How far the phone has to move for the next, in metres.
        public var distanceFilterMeters: Double
        /// How long between two; `nil` for as often as they come.
        public var interval: Duration?
        /// The least time between two; `nil` for none (Android).
        public var fastestInterval: Duration?
        /// How long they may be held back and delivered together (Android).
        public var deferral: Duration
        /// How exact they should be.
        public var accuracy: DesiredAccuracy
    }

    /// Something that is to happen at a time, if nothing else changes it.
    public enum Timer: Hashable, Sendable, CaseIterable {
        /// The motion state changes.
        case motion
        /// A heartbeat is due.
        case heartbeat
        /// A position that was asked for did not come in time.
        case position
        /// Tracking ends by itself (`stopAfterElapsedMinutes`).
        case stopAfterElapsed
        /// Something is due at a geofence: a dwell, an exit that nothing confirmed, the next choice of the nearest.
        case geofences
        /// The schedule changes (Android's alarm, which also starts the app).
        case schedule
    }

    /// Readings; `nil` for none.
    public var updates: Updates?
    /// Whether changes of some hundred metres are watched for (iOS).
    public var watchesSignificantChanges = false
    /// How often the motion service is asked; `nil` for not at all.
    public var activityInterval: Duration?
    /// Whether a foreground service with its notification runs (Android).
    public var hasForegroundService = false
    /// Whether the app is kept from being suspended (iOS, `preventSuspend`).
    public var staysAwake = false
    /// The region round the place where the phone stopped: its middle and radius in metres.
    public var stationaryRegion: StationaryRegion?
    /// What is to happen when.
    public var timers: [Timer: Timestamp] {
        get {
            var timers: [Timer: Timestamp] = [:]
            for timer in Timer.allCases { timers[timer] = times[timer] }
            return timers
        }
        set { for timer in Timer.allCases { times[timer] = newValue[timer] } }
    }
    var times = Times()

    /// A time for each timer: worked out after every signal, and so no dictionary.
    struct Times: Hashable, Sendable {
        private var motion: Timestamp?
        private var heartbeat: Timestamp?
        private var position: Timestamp?
        private var stopAfterElapsed: Timestamp?
        private var geofences: Timestamp?
        private var schedule: Timestamp?

        /// When a timer is due; `nil` where it is not set.
        subscript(timer: Timer) -> Timestamp? {
            get {
                switch timer {
                case .motion: motion
                case .heartbeat: heartbeat
                case .position: position
                case .stopAfterElapsed: stopAfterElapsed
                case .geofences: geofences
                case .schedule: schedule
                }
            }
            set {
                switch timer {
                case .motion: motion = newValue
                case .heartbeat: heartbeat = newValue
                case .position: position = newValue
                case .stopAfterElapsed: stopAfterElapsed = newValue
                case .geofences: geofences = newValue
                case .schedule: schedule = newValue
                }
            }
        }
    }

    /// The region whose exit tells that the phone moves.
    public struct StationaryRegion: Hashable, Sendable, Codable {
        /// Its middle.
        public var center: Coordinate
        /// Its radius in metres.
        public var radiusMeters: Double
    }

    /// Nothing.
    public init() {}
}
