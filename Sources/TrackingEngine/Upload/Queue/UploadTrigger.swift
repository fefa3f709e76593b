internal import TrackingModel
public import VisitModel

/// An event after which an upload may begin.
///
/// Transistor, HTTP guide; Transistor, BGGeo.onConnectivityChange and onMotionChange. There is no other retry: after a
/// failure nothing is sent until one of these occurs.
public enum UploadTrigger: Hashable, Sendable {
    /// A location was recorded for a reason, and stored where its kind is; a motion change flushes the queue.
    case recorded(TrackedLocation.Reason?)
    /// The app went to the background.
    case appPaused
    /// The app came to the foreground.
    case appResumed
    /// The phone was switched on, and the app started without being opened.
    case booted
    /// A heartbeat occurred.
    case heartbeat
    /// A network that uploads may use is available again; all waiting records are sent.
    case connectivityRestored
    /// The phone switched from one network to another.
    case networkChanged
    /// The system granted the app background time (iOS).
    case backgroundFetch
    /// The app set a new access token.
    case tokenChanged
    /// The app requested the upload; `id` identifies the call.
    case sync(id: Int)

    var syncID: Int? {
        if case .sync(let id) = self { id } else { nil }
    }
}

/// The phone's network.
public enum UploadNetwork: String, Hashable, Sendable, Codable, CaseIterable {
    /// No network.
    case none
    /// A cellular network.
    case cellular
    /// Wi-Fi or a cable.
    case wifi
}

/// The context on which an upload depends.
public struct UploadSituation: Sendable {
    /// The current configuration.
    public var config: TrackingConfig
    /// How many records are stored and in no request; read when an event triggers an upload.
    public var waitingCount: Int
    /// The current network.
    public var network: UploadNetwork
    /// The current time.
    public var now: Timestamp

    /// Creates a context.
    public init(config: TrackingConfig, waitingCount: Int, network: UploadNetwork, now: Timestamp) {
        self.config = config
        self.waitingCount = waitingCount
        self.network = network
        self.now = now
    }

    var isTokenExpired: Bool { config.tokenExpiry.map { $0 <= now } ?? false }
}
