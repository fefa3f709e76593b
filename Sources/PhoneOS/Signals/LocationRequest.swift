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
    /// - Parameters:
    ///   - interval: zero or more.
    ///   - distanceFilterMeters: 0 or more.
    ///   - accuracy: the accuracy to request.
    ///   - fastestInterval: zero to the interval; larger values become the interval.
    ///   - deferral: zero or more.
    ///   - pausesAutomatically: whether the system may pause updates at rest (iOS).
    ///   - showsIndicator: whether the system indicates location use in the background (iOS).
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
