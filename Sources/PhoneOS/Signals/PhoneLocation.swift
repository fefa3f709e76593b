/// Location readings, as an app asks for them.
public protocol PhoneLocation: Sendable {
    /// Whether location services are on for the whole phone.
    var isLocationServiceOn: Bool { get }
    /// Asks for readings from now on; another request takes the place of the last.
    ///
    /// What takes the place of a running request changes it: the way from the last reading still counts for the distance
    /// filter, and no reading comes that would not have come. Core Location makes no new event of a repeated start (Apple,
    /// `startUpdatingLocation()`: a stop in between does); Android's new registration takes over the old one's last
    /// delivered location (AOSP, `LocationProviderManager`).
    ///
    /// - Parameter request: what readings.
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
    /// Whether the phone has the hardware for activity recognition, whatever the app may use
    /// (iOS, `CMMotionActivityManager.isActivityAvailable()`).
    var hasMotionHardware: Bool { get }
    /// Watches what the member is doing.
    ///
    /// - Parameter interval: how often the system looks (Android); iOS looks as often as it finds right.
    func startActivityUpdates(every interval: Duration)
    /// Stops that.
    func stopActivityUpdates()
}
