/// A request of location updates.
public struct LocationRequest: Hashable, Sendable {
    /// The time between two fixes; zero is as often as the system produces them.
    public var interval: Duration
    /// The minimum distance between two fixes, in metres.
    public var distanceFilterMeters: Double
    /// The accuracy to request.
    public var accuracy: DesiredAccuracy
    /// The minimum time after which a fix may come that the system produced for another app; `nil` for `interval`
    /// (Android, `setMinUpdateIntervalMillis`; no effect on iOS).
    public var fastestInterval: Duration?
    /// The time for which fixes may be held back and delivered together; effective from twice the interval on (Android,
    /// `setMaxUpdateDelayMillis`; no effect on iOS).
    public var deferral: Duration
    /// Whether the system may pause updates while the phone rests (iOS, `pausesLocationUpdatesAutomatically`; no effect
    /// on Android).
    ///
    /// It reports this by `PhoneSignal.locationUpdatesPaused`. Updates stay paused until they are requested again or
    /// the app enters the foreground. Core Location's own default is true; here it is false, as in tracking apps.
    public var pausesAutomatically: Bool
    /// Whether the system indicates location use in the background (iOS, `showsBackgroundLocationIndicator`; no effect
    /// on Android, where the foreground service has its notification).
    public var showsIndicator: Bool

    /// Creates a request.
    ///
    /// Negative times and distances become 0; a `fastestInterval` above the interval becomes the interval.
    public init(
        interval: Duration,
        distanceFilterMeters: Double = 0,
        accuracy: DesiredAccuracy = .high,
        fastestInterval: Duration? = nil,
        deferral: Duration = .zero,
        pausesAutomatically: Bool = false,
        showsIndicator: Bool = false
    ) {
        let interval = max(.zero, interval)
        self.interval = interval
        self.distanceFilterMeters = max(0, distanceFilterMeters)
        self.accuracy = accuracy
        self.fastestInterval = fastestInterval.map { min(max(.zero, $0), interval) }
        self.deferral = max(.zero, deferral)
        self.pausesAutomatically = pausesAutomatically
        self.showsIndicator = showsIndicator
    }
}

/// The accuracy of fixes; more accuracy costs more power.
public enum DesiredAccuracy: String, Hashable, Sendable, CaseIterable {
    /// Satellites: some metres.
    case high
    /// Wi-Fi: some ten metres.
    case medium
    /// Cells: a kilometre.
    case low
    /// Only fixes that other apps request (Android); iOS has no such mode and produces fixes as for `high`.
    case passive
}

/// Location services, as an app requests them.
public protocol PhoneLocation: Sendable {
    /// Whether location services are on for the whole phone.
    var isLocationServiceOn: Bool { get }
    /// Requests location updates from now on; a new request replaces the last.
    ///
    /// A request that replaces a running one changes it: the distance from the last fix still counts for the distance
    /// filter, and no additional fix is delivered. Core Location produces no new event for a repeated start (Apple,
    /// `startUpdatingLocation()`: a stop in between does); Android's new registration inherits the old one's last
    /// delivered location (AOSP, `LocationProviderManager`).
    func startLocationUpdates(_ request: LocationRequest)
    /// Stops location updates.
    func stopLocationUpdates()
    /// Requests one fix.
    func requestSingleFix(_ accuracy: DesiredAccuracy)
    /// Starts monitoring changes of some hundred metres, by cell and Wi-Fi alone (iOS's significant-change service).
    func startSignificantChanges()
    /// Stops the significant-change service.
    func stopSignificantChanges()
    /// Starts monitoring arrivals and departures (iOS's visits).
    func startVisits()
    /// Stops monitoring visits.
    func stopVisits()
    /// Whether the phone has the hardware for activity recognition, regardless of permissions (iOS,
    /// `CMMotionActivityManager.isActivityAvailable()`).
    var hasMotionHardware: Bool { get }
    /// Starts updates of the motion activity, at this interval on Android; iOS chooses it itself.
    func startActivityUpdates(every interval: Duration)
    /// Stops updates of the motion activity.
    func stopActivityUpdates()
}
