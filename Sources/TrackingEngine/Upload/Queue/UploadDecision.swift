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

extension UploadTrigger {
    /// Whether everything is sent, however few records are waiting.
    var ignoresThreshold: Bool {
        switch self {
        case .recorded(.motionChange), .connectivityRestored, .sync: true
        default: false
        }
    }
}

extension UploadDecision.Reason {
    /// The failure reported to an app that requested an upload; `nil` where there was nothing to send, which is no
    /// failure.
    var failure: UploadFailure? {
        switch self {
        case .running: .syncInProgress
        case .noAddress, .invalidAddress: .invalidURL
        case .offline, .cellular, .autoSyncOff: .network
        case .nothingWaits, .belowThreshold: nil
        }
    }
}
