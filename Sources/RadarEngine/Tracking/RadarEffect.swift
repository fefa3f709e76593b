internal import TrackingModel
public import VisitModel

/// A side effect for the phone, the connection or the app to perform.
///
/// The effects of one input are performed in order.
public enum RadarEffect: Hashable, Sendable {
    /// Request updates from the system, replacing any earlier request (Android).
    case startUpdates(RadarUpdateRequest)
    /// Cancel the request for updates (Android).
    case stopUpdates
    /// Keep the app running by coarse updates that are discarded (three kilometres, iOS), so that its timer fires; with
    /// or without the blue bar.
    case stayAwake(showsBlueBar: Bool)
    /// Stop the coarse updates, so that the system may suspend the app (iOS).
    case shutDown
    /// Request one fix from the system.
    case requestFix(RadarDesiredAccuracy)
    /// Arm a timer, replacing another one of its kind.
    case armTimer(RadarTimer, at: Timestamp)
    /// Cancel a timer.
    case cancelTimer(RadarTimer)

    /// Start or stop monitoring the system's arrivals and departures (iOS).
    case monitorVisits(Bool)
    /// Start or stop monitoring significant changes (iOS).
    case monitorSignificantChanges(Bool)
    /// Show the notification and run the foreground service (Android).
    case startForegroundService(RadarForegroundServiceOptions)
    /// Stop the foreground service (Android).
    case stopForegroundService
    /// Stop monitoring regions.
    case removeRegions([String])
    /// Start monitoring regions.
    case addRegions([RadarRegion])

    /// Send a request to the server, and report its end to `RadarTracking.uploaded(_:answer:at:)`.
    case upload(RadarUpload)
    /// Store the state: the effects so far depend on it.
    case store
    /// Notify the app.
    case emit(RadarNotice)
}

/// Radar's request for updates from Android.
public struct RadarUpdateRequest: Hashable, Sendable, Codable {
    /// The desired interval.
    public let interval: WholeSeconds
    /// The fastest accepted interval.
    public let fastestInterval: WholeSeconds
    /// The desired accuracy.
    public let accuracy: RadarDesiredAccuracy

    /// Creates a request.
    public init(interval: WholeSeconds, fastestInterval: WholeSeconds, accuracy: RadarDesiredAccuracy) {
        self.interval = interval
        self.fastestInterval = fastestInterval
        self.accuracy = accuracy
    }
}

/// A timer of tracking.
public enum RadarTimer: String, Hashable, Sendable, CaseIterable, Codable {
    /// The next fix is due (iOS).
    case update
    /// The app may be suspended (iOS).
    case shutDown
    /// A fix that the app requested has not arrived.
    case fixTimeout
}

/// A notification to the app.
public enum RadarNotice: Hashable, Sendable {
    /// An accepted update, before it is uploaded (`didUpdateClientLocation`).
    case clientLocation(RadarLocation, isStopped: Bool, RadarLocationSource)
    /// An update that the server accepted (`didUpdateLocation`).
    case location(RadarLocation, isStopped: Bool)
    /// The result of `trackOnce`: the status, and the fix if there is one.
    case once(RadarStatus, RadarLocation?)
    /// An error (`didFail`).
    case error(RadarStatus)
}
