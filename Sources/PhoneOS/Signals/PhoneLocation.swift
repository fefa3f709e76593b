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
    ///
    /// - Parameter request: the updates to request.
    func startLocationUpdates(_ request: LocationRequest)
    /// Stops location updates.
    func stopLocationUpdates()
    /// Requests one fix.
    func requestSingleFix(_ accuracy: DesiredAccuracy)
    /// Starts to monitor changes of some hundred metres, by cell and Wi-Fi alone (iOS's significant-change service).
    func startSignificantChanges()
    /// Stops the significant-change service.
    func stopSignificantChanges()
    /// Starts to monitor arrivals and departures (iOS's visits).
    func startVisits()
    /// Stops to monitor visits.
    func stopVisits()
    /// Whether the phone has the hardware for activity recognition, regardless of permissions (iOS,
    /// `CMMotionActivityManager.isActivityAvailable()`).
    var hasMotionHardware: Bool { get }
    /// Starts updates of the motion activity.
    ///
    /// - Parameter interval: the time between two detections (Android); iOS chooses it itself.
    func startActivityUpdates(every interval: Duration)
    /// Stops updates of the motion activity.
    func stopActivityUpdates()
}
