internal import TrackingModel
public import VisitModel

/// Something after which an upload may begin.
///
/// Transistor, HTTP guide; Transistor, BGGeo.onConnectivityChange and onMotionChange. There is no other retry: after a
/// failure nothing is sent until one of these comes.
public enum UploadTrigger: Hashable, Sendable {
    /// A location was recorded for a reason, and stored where its kind is; a motion change flushes the queue.
    case recorded(TrackedLocation.Reason?)
    /// The app went to the background.
    case appPaused
    /// The app came to the foreground.
    case appResumed
    /// The phone was switched on, and the app began without being opened.
    case booted
    /// A heartbeat came.
    case heartbeat
    /// The phone has a network again that uploads may use; everything that waits goes out.
    case connectivityRestored
    /// The phone went over from one network to another.
    case networkChanged
    /// The system gave the app some time (iOS).
    case backgroundFetch
    /// The app set a new access token.
    case tokenChanged
    /// The app asked for it; `id` names the call.
    case sync(id: Int)

    /// The call, where it is one of the app's.
    var syncID: Int? {
        if case .sync(let id) = self { id } else { nil }
    }
}

/// How the phone reaches the server.
public enum UploadNetwork: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not at all.
    case none
    /// Over a mobile network.
    case cellular
    /// Over Wi-Fi or a cable.
    case wifi
}

/// What an upload depends on and does not know itself.
public struct UploadSituation: Sendable {
    /// The configuration as it is now.
    public var config: TrackingConfig
    /// How many records are stored and in no request; looked at when something triggers an upload.
    public var waitingCount: Int
    /// How the phone reaches the server.
    public var network: UploadNetwork
    /// The time.
    public var now: Timestamp

    /// Describes a situation.
    ///
    /// - Parameters:
    ///   - config: the configuration as it is now.
    ///   - waitingCount: how many records are stored and in no request.
    ///   - network: how the phone reaches the server.
    ///   - now: the time.
    public init(config: TrackingConfig, waitingCount: Int, network: UploadNetwork, now: Timestamp) {
        self.config = config
        self.waitingCount = waitingCount
        self.network = network
        self.now = now
    }

    /// Whether the access token's end is reached.
    var isTokenExpired: Bool { config.tokenExpiry.map { $0 <= now } ?? false }
}
