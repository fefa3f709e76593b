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

    /// Whether everything is sent, however few records are waiting.
    var ignoresThreshold: Bool {
        switch self {
        case .recorded(.motionChange), .connectivityRestored, .sync: true
        default: false
        }
    }
}

/// The phone's network.
public typealias UploadNetwork = PhoneFacts.Connection

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

/// The decision whether an upload begins.
public enum UploadDecision: Hashable, Sendable {
    /// The reason why nothing is sent.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// An upload is in progress; a record stored meanwhile is included in it.
        case running
        /// `url` is empty.
        case noAddress = "no_address"
        /// `url` is no http or https address.
        case invalidAddress = "invalid_address"
        /// `autoSync` is off.
        case autoSyncOff = "auto_sync_off"
        /// There is no network.
        case offline
        /// The network is cellular, and `disableAutoSyncOnCellular` is on.
        case cellular
        /// No record is waiting.
        case nothingWaits = "nothing_waits"
        /// Fewer records are waiting than `autoSyncThreshold`.
        case belowThreshold = "below_threshold"
    }

    /// An upload begins.
    case begin
    /// No upload begins.
    case wait(Reason)

    /// Decides for a phone without an upload in progress.
    ///
    /// The threshold does not apply to a motion change, nor when a network that uploads may use returns, as in the
    /// vendor's SDKs (Transistor types, HttpConfig; Transistor, BGGeo.onMotionChange). An upload that the app requests
    /// ignores `autoSync`, the threshold and the kind of network.
    public static func decide(_ trigger: UploadTrigger, in situation: UploadSituation) -> UploadDecision {
        if let obstacle = obstacle(isManual: trigger.syncID != nil, in: situation) { return .wait(obstacle) }
        guard situation.waitingCount > 0 else { return .wait(.nothingWaits) }
        let needed = situation.config.autoSyncRecords ?? 1
        guard trigger.ignoresThreshold || situation.waitingCount >= needed else { return .wait(.belowThreshold) }
        return .begin
    }

    /// The obstacle to a request; checked at the beginning of an upload and before each of its requests.
    static func obstacle(isManual: Bool, in situation: UploadSituation) -> Reason? {
        let http = situation.config.http
        if http.url.isEmpty { return .noAddress }
        if !UploadAddress.isValid(http.url) { return .invalidAddress }
        if !isManual, !http.autoSync { return .autoSyncOff }
        if situation.network == .none { return .offline }
        if !isManual, http.disableAutoSyncOnCellular, situation.network == .cellular { return .cellular }
        return nil
    }
}

extension UploadDecision.Reason {
    /// The failure reported to the app's `sync`; `nil` where there was nothing to send, which is no failure.
    var failure: UploadFailure? {
        switch self {
        case .running: .syncInProgress
        case .noAddress, .invalidAddress: .invalidURL
        case .offline, .cellular, .autoSyncOff: .network
        case .nothingWaits, .belowThreshold: nil
        }
    }
}

/// An action that the upload requires of the store, the connection or the app; effects are performed in their order.
public enum UploadEffect: Hashable, Sendable {
    /// Unlocks every record: those in a request when the last process ended wait again.
    case unlockAll
    /// Selects records that are in no request, locks them, and passes them to `UploadQueue.selected(_:in:)`, even if
    /// there are none; `limit` is `nil` for all of them.
    case select(limit: Int?, order: LocationsOrder)
    /// Sends a request and reports its end to `UploadQueue.answered(_:to:in:)`.
    case send(UploadRequest)
    /// Sets a timer that calls `UploadQueue.timedOut(_:in:)`.
    case armTimer(request: Int, at: Timestamp)
    /// Cancels a request's timer.
    case cancelTimer(request: Int)
    /// Cancels a request.
    case cancelRequest(Int)
    /// Deletes records that the server has accepted.
    case delete([String])
    /// Unlocks records: they wait again.
    case unlock([String])
    /// Stores new tokens in the configuration, at once: the old refresh token may already be invalid.
    case storeTokens(AuthorizationTokens)
    /// Performs the server's commands and reports the parts that could not be parsed.
    case perform(RemoteCommands)
    /// Sends a notice to the app.
    case emit(UploadNotice)
    /// Completes the app's `sync` call.
    case finishSync(id: Int, SyncOutcome)
}

/// An event for the app.
public enum UploadNotice: Hashable, Sendable {
    /// The response to an upload (`onHttp`).
    case http(HttpEvent)
    /// The response to a token refresh (`onAuthorization`).
    case authorization(AuthorizationEvent)
}
