internal import TrackingEngine
internal import VisitModel

/// What a `RadarClient` holds: a value that its lane hands round.
struct RadarState: Sendable {
    var tracking: RadarTracking
    /// What the app and the server said of the member.
    var user: StoredRadar.User
    /// Whether the trip is kept on the phone alone.
    var isTripLocal: Bool
    /// What is in the phone's storage.
    var kept: StoredRadar.Kept
    /// What was wrong with it when it was read.
    var problem: String?

    /// What is to be done, the oldest first.
    private var actions: [RadarAction] = []
    private var nextAction = 0
    private var isActing = false
    /// Whether something has changed that is not in the phone's storage.
    var isDirty = false
    /// Whether this process is over for the SDK: it hears and does nothing more.
    var isOver = false

    var regions = RadarRegionWatch()
    var requests = RadarRequests()
    var waiters = RadarWaiters()
    var writer = RadarBodyWriter()
    var reader: RadarAnswerReader
    /// What the last request said of the installation.
    var installation: KnownInstallation?
    /// What woke the app and waits for a position.
    var wakingCalls: [RadarWakingCall] = []
    /// The time of the options that the phone was asked to wake the SDK at.
    var wakeTime: Timestamp?
    /// What Android's notification says at the moment; `nil` where there is none.
    var notification: RadarForegroundServiceOptions?
    /// When this process began, in seconds since 1970.
    var session: String?

    init(_ stored: StoredRadar) {
        tracking = stored.tracking
        user = stored.user
        isTripLocal = stored.isTripLocal
        kept = stored.kept
        problem = stored.problem
        reader = RadarAnswerReader(platform: stored.tracking.platform)
    }

    /// Puts what a step wants done at the end of what is to be done.
    mutating func take(_ effects: [RadarEffect]) {
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
            case .tell(.once(let status, let location)):
                // Who asked for the reading waits for the server's answer to it, too.
                let result = RadarTrackResult(status: status, location: location)
                actions.append(.answer(result, after: status == .success ? upload?.id : nil))
            default: actions.append(.effect(effect))
            }
        }
    }

    /// Puts something at the end of what is to be done.
    mutating func take(_ action: RadarAction) {
        if !isOver { actions.append(action) }
    }

    /// Whether whoever asks is the one to do what is to be done; another is at it otherwise.
    mutating func beginActing() -> Bool {
        defer { isActing = true }
        return !isActing
    }

    /// Takes the next thing to do; without one, nobody is at it any more.
    mutating func next() -> RadarAction? {
        guard nextAction < actions.count else {
            actions.removeAll(keepingCapacity: true)
            nextAction = 0
            return nil
        }
        defer { nextAction += 1 }
        return actions[nextAction]
    }

    /// Whether nothing is left to do.
    var isIdle: Bool { actions.isEmpty }

    mutating func endActing() { isActing = false }
}

/// Something to be done outside of the state.
enum RadarAction: Sendable {
    /// What tracking wants done.
    case effect(RadarEffect)
    /// Those who asked for a reading get their answer, after an upload where one is named.
    case answer(RadarTrackResult, after: RadarUpload.ID?)
    /// An upload has ended, which somebody may have waited for.
    case uploadEnded(RadarUpload.ID, RadarStatus)
    /// The app is told.
    case tell(RadarNews)
}
