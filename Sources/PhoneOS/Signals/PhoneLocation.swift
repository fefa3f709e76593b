/// Location readings, as an app asks for them.
public protocol PhoneLocation: Sendable {
    /// Whether location services are on for the whole phone.
    var isLocationServiceOn: Bool { get }
    /// Asks for readings from now on; another request takes the place of the last.
    func startLocationUpdates(_ request: LocationRequest)
    /// Asks for readings no longer.
    func stopLocationUpdates()
    /// Asks for one reading.
    func requestSingleFix(_ accuracy: DesiredAccuracy)
    /// Watches for changes of some hundred metres, by cell and Wi-Fi alone (iOS's significant-change service).
    func startSignificantChanges()
    /// Stops that.
    func stopSignificantChanges()
    /// Watches for arrivals and departures (iOS's visits).
    func startVisits()
    /// Stops that.
    func stopVisits()
    /// Watches what the member is doing.
    func startActivityUpdates(every interval: Duration)
    /// Stops that.
    func stopActivityUpdates()
}

/// What readings an app asks for.
public struct LocationRequest: Hashable, Sendable {
    /// How long between two readings; zero is as often as the system makes them.
    public var interval: Duration
    /// How far, in metres, the phone has to move for the next reading.
    public var distanceFilterMeters: Double
    /// How exact they should be.
    public var accuracy: DesiredAccuracy

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - interval: zero or more.
    ///   - distanceFilterMeters: 0 or more.
    ///   - accuracy: how exact.
    public init(interval: Duration, distanceFilterMeters: Double = 0, accuracy: DesiredAccuracy = .high) {
        self.interval = max(.zero, interval)
        self.distanceFilterMeters = max(0, distanceFilterMeters)
        self.accuracy = accuracy
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
    /// Only what others ask for.
    case passive
}
