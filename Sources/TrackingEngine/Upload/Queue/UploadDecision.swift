/// Whether an upload begins.
public enum UploadDecision: Hashable, Sendable {
    /// Why nothing is sent.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// An upload is under way; what was just stored goes with it.
        case running
        /// `url` is empty.
        case noAddress = "no_address"
        /// `url` is no http or https address.
        case invalidAddress = "invalid_address"
        /// `autoSync` is off.
        case autoSyncOff = "auto_sync_off"
        /// There is no network.
        case offline
        /// The network is a mobile one, and `disableAutoSyncOnCellular` is on.
        case cellular
        /// No record waits.
        case nothingWaits = "nothing_waits"
        /// Fewer records wait than `autoSyncThreshold`.
        case belowThreshold = "below_threshold"
    }

    /// It begins.
    case begin
    /// It does not.
    case wait(Reason)

    /// Decides for a phone that sends nothing yet.
    ///
    /// Transistor types, HttpConfig; Transistor, BGGeo.onMotionChange: the threshold does not count there, nor when a network
    /// that uploads may use comes back, as in the vendor's SDKs. An upload that the app asks for minds neither `autoSync` nor
    /// the threshold nor the kind of network.
    ///
    /// - Parameters:
    ///   - trigger: what happened.
    ///   - situation: what it depends on.
    /// - Returns: whether an upload begins, and if not, why.
    public static func decide(_ trigger: UploadTrigger, in situation: UploadSituation) -> UploadDecision {
        if let obstacle = obstacle(isManual: trigger.syncID != nil, in: situation) { return .wait(obstacle) }
        guard situation.waitingCount > 0 else { return .wait(.nothingWaits) }
        let needed = situation.config.autoSyncRecords ?? 1
        guard trigger.ignoresThreshold || situation.waitingCount >= needed else { return .wait(.belowThreshold) }
        return .begin
    }

    /// What stands in the way of a request, at the beginning of an upload and before each request of it.
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
    /// Whether everything goes out, however little waits.
    var ignoresThreshold: Bool {
        switch self {
        case .recorded(.motionChange), .connectivityRestored, .sync: true
        default: false
        }
    }
}

extension UploadDecision.Reason {
    /// What an app that asked for an upload is told; `nil` where there was nothing to send, which is no failure.
    var failure: UploadFailure? {
        switch self {
        case .running: .syncInProgress
        case .noAddress, .invalidAddress: .invalidURL
        case .offline, .cellular, .autoSyncOff: .network
        case .nothingWaits, .belowThreshold: nil
        }
    }
}
