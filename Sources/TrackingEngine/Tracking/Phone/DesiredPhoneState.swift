internal import TrackingModel
public import VisitModel

/// Everything that tracking requests of the phone at a moment.
///
/// Computed from the state alone, and only changes are requested: no code path can forget a request, and none is
/// repeated.
public struct DesiredPhoneState: Hashable, Sendable {
    /// A request for location updates.
    public struct Updates: Hashable, Sendable {
        /// The least distance to the next fix, in metres.
        public var distanceFilterMeters: Double
        /// The time between two fixes; `nil` for as often as they come.
        public var interval: Duration?
        /// The least time between two fixes; `nil` for none (Android).
        public var fastestInterval: Duration?
        /// How long fixes may be held back and delivered together (Android).
        public var deferral: Duration
        /// The desired accuracy.
        public var accuracy: DesiredAccuracy
        /// Whether they are requested so that iOS does not suspend the app, and their fixes are ignored.
        public var keepsAppRunning = false
    }

    /// An event that is due at a time unless the state changes first.
    public enum Timer: Hashable, Sendable, CaseIterable {
        /// The motion state changes.
        case motion
        /// A heartbeat is due.
        case heartbeat
        /// A requested position did not arrive in time.
        case position
        /// Tracking ends by itself (`stopAfterElapsedMinutes`).
        case stopAfterElapsed
        /// A geofence event is due: a dwell, an unconfirmed exit, the next choice of the nearest geofences.
        case geofences
        /// The schedule changes (Android's alarm, which also starts the app).
        case schedule
    }

    /// The location updates; `nil` for none.
    public var updates: Updates?
    /// Whether updates are requested for their fixes.
    public var wantsFixes: Bool { updates?.keepsAppRunning == false }
    /// Whether significant changes (some hundred metres) are monitored (iOS).
    public var watchesSignificantChanges = false
    /// The interval of activity updates from the motion service; `nil` for none.
    public var activityInterval: Duration?
    /// Whether a foreground service with its notification runs (Android).
    public var hasForegroundService = false
    /// Whether the app is kept awake (iOS, `preventSuspend`).
    public var staysAwake = false
    /// The region around the place where the phone stopped; `nil` for none.
    public var stationaryRegion: StationaryRegion?
    var times = Times()

    /// A time for each timer; stored as fields, not as a dictionary, because it is computed after every signal.
    struct Times: Hashable, Sendable {
        private var motion: Timestamp?
        private var heartbeat: Timestamp?
        private var position: Timestamp?
        private var stopAfterElapsed: Timestamp?
        private var geofences: Timestamp?
        private var schedule: Timestamp?

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

    /// The region around a stop, of which the exit signals motion.
    public struct StationaryRegion: Hashable, Sendable, Codable {
        /// The region's center.
        public var center: Coordinate
        /// The region's radius in metres.
        public var radiusMeters: Double
    }

    /// A phone of which nothing is requested.
    public init() {}
}
