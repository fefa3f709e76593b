/// What readings an app asks for.
public struct LocationRequest: Hashable, Sendable {
    /// How long between two readings; zero is as often as the system makes them.
    public var interval: Duration
    /// How far, in metres, the phone has to move for the next reading.
    public var distanceFilterMeters: Double
    /// How exact they should be.
    public var accuracy: DesiredAccuracy
    /// How soon after the last one a reading may come that the system made for somebody else; `nil` for no sooner than
    /// after `interval` (Android, `setMinUpdateIntervalMillis`; nothing on iOS).
    public var fastestInterval: Duration?
    /// How long readings may be held back and delivered together; it counts from twice the interval on (Android,
    /// `setMaxUpdateDelayMillis`; nothing on iOS).
    public var deferral: Duration
    /// Whether the system may turn the readings off by itself where the phone rests (iOS,
    /// `pausesLocationUpdatesAutomatically`; nothing on Android).
    ///
    /// It says so by `PhoneSignal.locationUpdatesPaused`. They stay off until they are asked for anew or the app comes to
    /// the screen. Core Location's own default is true; here it is false, as in the apps that track.
    public var pausesAutomatically: Bool
    /// Whether the system shows that readings are made while the app is in the background (iOS,
    /// `showsBackgroundLocationIndicator`; nothing on Android, where the foreground service has its notification).
    public var showsIndicator: Bool

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - interval: zero or more.
    ///   - distanceFilterMeters: 0 or more.
    ///   - accuracy: how exact.
    ///   - fastestInterval: zero to the interval; more is taken as the interval.
    ///   - deferral: zero or more.
    ///   - pausesAutomatically: whether the system may turn the readings off at rest (iOS).
    ///   - showsIndicator: whether the system shows readings in the background (iOS).
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

/// How exact readings should be: what it costs is power.
public enum DesiredAccuracy: String, Hashable, Sendable, CaseIterable {
    /// Satellites: some metres.
    case high
    /// Wi-Fi: some ten metres.
    case medium
    /// Cells: a kilometre.
    case low
    /// Only what others ask for (Android); iOS has no such thing and makes readings as for `high`.
    case passive
}
