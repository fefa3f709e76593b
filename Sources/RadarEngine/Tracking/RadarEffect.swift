internal import TrackingModel
public import VisitModel

/// Something that tracking wants done by the phone, the connection or the app.
///
/// The effects of one input are carried out in their order.
public enum RadarEffect: Hashable, Sendable {
    /// Ask the system for updates from now on, in place of any request before (Android).
    case startUpdates(RadarUpdateRequest)
    /// Ask for them no longer (Android).
    case stopUpdates
    /// Keep the app running by coarse updates that nobody looks at (three kilometres, iOS), so that its timer fires;
    /// with or without the blue bar.
    case stayAwake(showsBlueBar: Bool)
    /// Stop those, so that the system may suspend the app (iOS).
    case shutDown
    /// Ask the system for one reading.
    case requestFix(RadarDesiredAccuracy)
    /// Ask for a timer; another of its kind is replaced.
    case armTimer(RadarTimer, at: Timestamp)
    /// Forget a timer.
    case cancelTimer(RadarTimer)

    /// Listen to the system's arrivals and departures, or no longer (iOS).
    case monitorVisits(Bool)
    /// Listen to significant changes, or no longer (iOS).
    case monitorSignificantChanges(Bool)
    /// Show the notification and run the foreground service (Android).
    case startForegroundService(RadarForegroundServiceOptions)
    /// Stop it (Android).
    case stopForegroundService
    /// Watch regions no longer.
    case removeRegions([String])
    /// Watch regions from now on.
    case addRegions([RadarRegion])

    /// Make a request to the server, and tell `RadarTracking.uploaded(_:answer:at:)` of its end.
    case upload(RadarUpload)
    /// Store the state: what was done so far depends on it.
    case store
    /// Tell the app.
    case tell(RadarNotice)
}

/// What updates Radar asks Android for.
public struct RadarUpdateRequest: Hashable, Sendable, Codable {
    /// How often.
    public let interval: WholeSeconds
    /// How often at most.
    public let fastestInterval: WholeSeconds
    /// How exact.
    public let accuracy: RadarDesiredAccuracy

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - interval: how often.
    ///   - fastestInterval: how often at most.
    ///   - accuracy: how exact.
    public init(interval: WholeSeconds, fastestInterval: WholeSeconds, accuracy: RadarDesiredAccuracy) {
        self.interval = interval
        self.fastestInterval = fastestInterval
        self.accuracy = accuracy
    }
}

/// A timer of tracking.
public enum RadarTimer: String, Hashable, Sendable, CaseIterable, Codable {
    /// The next reading is due (iOS).
    case update
    /// The app may be suspended (iOS).
    case shutDown
    /// A reading that the app asked for does not come.
    case fixTimeout
}

/// What the app is told.
public enum RadarNotice: Hashable, Sendable {
    /// An update that counts, before it is uploaded (`didUpdateClientLocation`).
    case clientLocation(RadarLocation, isStopped: Bool, RadarLocationSource)
    /// An update that the server has taken (`didUpdateLocation`).
    case location(RadarLocation, isStopped: Bool)
    /// The answer to `trackOnce`: the reading, where there is one, and how it ended.
    case once(RadarStatus, RadarLocation?)
    /// Something does not work (`didFail`).
    case error(RadarStatus)
}
