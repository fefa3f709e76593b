internal import RadarEngine
internal import VisitModel

/// The state of a `RadarClient`, accessed under its lane.
struct RadarState: Sendable {
    var tracking: RadarTracking
    var user: StoredRadar.User
    /// Whether the trip is kept on the phone alone.
    var isTripLocal: Bool
    var kept: StoredRadar.Kept
    /// The error of reading the storage, if any.
    var problem: String?

    /// Pending actions, oldest first.
    private var actions: [RadarAction] = []
    private var nextAction = 0
    private var isActing = false
    var isDirty = false
    /// Whether the SDK has ended in this process: it ignores all signals.
    var isOver = false

    var regions = RadarRegionWatch()
    var requests = RadarRequests()
    var waiters = RadarWaiters()
    var writer = RadarBodyWriter()
    var reader: RadarResponseReader
    var installation: KnownInstallation?
    /// The events that woke the app and wait for a position.
    var wakeEvents: [RadarWakeEvent] = []
    /// The time for which the phone was requested to wake the SDK.
    var wakeTime: Timestamp?
    /// The current text of Android's notification; `nil` without one.
    var notification: RadarForegroundServiceOptions?
    /// The start of this process, in seconds since 1970.
    var session: String?

    init(_ stored: StoredRadar) {
        tracking = stored.tracking
        user = stored.user
        isTripLocal = stored.isTripLocal
        kept = stored.kept
        problem = stored.problem
        reader = RadarResponseReader(platform: stored.tracking.platform)
    }

    mutating func enqueue(_ effects: [RadarEffect]) {
        guard !isOver else { return }
        var upload: RadarUpload?
        for effect in effects {
            switch effect {
            case .store: isDirty = true
            case .removeRegions(let ids): regions.remove(ids)
            case .addRegions(let added): regions.add(added)
            case .upload(let one):
                if one.records.last?.source == .foregroundLocation { upload = one }
                actions.append(.effect(effect))
            case .emit(.once(let status, let location)):
                // The caller who requested the fix also waits for the server's response to it.
                let result = RadarTrackResult(status: status, location: location)
                actions.append(.answer(result, after: status == .success ? upload?.id : nil))
            default: actions.append(.effect(effect))
            }
        }
    }

    mutating func enqueue(_ action: RadarAction) {
        if !isOver { actions.append(action) }
    }

    /// Returns false if actions are already being performed.
    mutating func beginActing() -> Bool {
        defer { isActing = true }
        return !isActing
    }

    mutating func next() -> RadarAction? {
        guard nextAction < actions.count else {
            actions.removeAll(keepingCapacity: true)
            nextAction = 0
            return nil
        }
        defer { nextAction += 1 }
        return actions[nextAction]
    }

    var isIdle: Bool { actions.isEmpty }

    mutating func endActing() { isActing = false }
}

/// An action to perform outside of the state.
enum RadarAction: Sendable {
    case effect(RadarEffect)
    /// Completes the pending `trackOnce` calls, after an upload if one is given.
    case answer(RadarTrackResult, after: RadarUpload.ID?)
    /// An upload has ended, for which callers may wait.
    case uploadEnded(RadarUpload.ID, RadarStatus)
    case emit(RadarMessage)
}
