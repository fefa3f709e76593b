internal import PhoneOS
internal import TrackingEngine
internal import VisitModel
internal import VisitStore

/// Everything that `BackgroundGeolocation` has in mind in one process of the app.
struct GeolocationSession: Sendable {
    /// Who decides about tracking.
    var tracking: BackgroundTracking
    /// Who decides about uploads.
    var uploads = UploadQueue()

    /// Why the process was started, as far as it was told; `nil` before it began.
    var launch: TrackingLaunch?
    /// What kept the state of the process before from being read; nothing is written over it then.
    var loadTrouble: MobileSDKError?
    /// What of that could not be read, until the app is told.
    var loadWarnings: [ConfigurationWarning] = []
    /// What kept the last write from being done; `nil` once one was.
    var writeTrouble: MobileSDKError?
    /// Whether the file can't be used at the moment, and why.
    var storageTrouble: MobileSDKError? { loadTrouble ?? writeTrouble }

    /// What is to be done, in order.
    private var work: [Work] = []
    private var isWorking = false

    /// What was recorded and is not in the file yet.
    var unwritten = Unwritten()
    /// How records are written, and for which options.
    var writing: CachedWriting?
    /// Which of iOS's background tasks are begun.
    var backgroundTime: BackgroundTime
    /// The regions that wait until Android takes additions again.
    var deferredRegions: [TrackedRegion] = []
    /// The regions whose state iOS did not know, and how often it said so.
    var unknownRegions: [RegionID: Int] = [:]
    /// The region round the place of a stop, as far as the system was asked for it.
    var stationaryPlace: StationaryPlace?
    /// The readings that are asked for.
    var updates: PhoneWishes.Updates?
    /// What the member is to be asked for by whoever called, and the rationale before it.
    var permissionWish: PermissionWish?
    /// Whether the phone may have forgotten every region since tracking last went on (Android).
    var mayLackRegions = false

    /// The phone's boot time, while it is not kept that tracking went on since.
    var unnotedBoot: Timestamp?

    /// Who waits for a position, by the number of the request.
    var positions: [Int: @Sendable (Result<TrackedLocation, LocationError>) -> Void] = [:]
    /// Who hears a stream of positions, by its number.
    var watches: [Int: PositionListener] = [:]
    /// Who waits for the end of an upload, by the number of the call.
    var syncs: [Int: @Sendable (SyncOutcome) -> Void] = [:]
    /// Who waits for the log to be sent, by the number of the call.
    var logUploads: [Int: @Sendable (Result<Void, MobileSDKError>) -> Void] = [:]
    /// Hears what happens while the app is not there (Android, `enableHeadless`).
    var headless: (@Sendable (BackgroundGeolocation.Event) -> Void)?
    private var lastNumber = 0
    /// What geofences were watched beside when they were last kept.
    private var keptMode = MonitoredGeofences.Mode.off

    /// A prompt that the configuration wants.
    struct PermissionWish: Hashable, Sendable {
        var rationale: PermissionRationale?
    }

    /// Who hears a stream of positions.
    struct PositionListener: Sendable {
        var success: @Sendable (TrackedLocation) -> Void
        var failure: @Sendable (any Error) -> Void
    }

    init(_ tracking: BackgroundTracking) {
        self.tracking = tracking
        backgroundTime = BackgroundTime(platform: tracking.platform)
    }

    /// A number for something that is waited for.
    mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Notes that the state has changed; what geofences are watched beside is kept with the geofences.
    mutating func noteChange() {
        unwritten.hasState = true
        guard tracking.geofences.mode != keptMode else { return }
        keptMode = tracking.geofences.mode
        unwritten.hasGeofences = true
    }

    /// Puts something at the end of what is to be done.
    mutating func add(_ new: Work) {
        work.append(new)
    }

    /// Begins to work, unless somebody does already.
    mutating func beginWork() -> Bool {
        defer { isWorking = true }
        return !isWorking
    }

    /// The next thing to do; with the last one the work is over.
    mutating func nextWork() -> Work? {
        guard !work.isEmpty else {
            isWorking = false
            return nil
        }
        return work.removeFirst()
    }
}

/// Something that is to be done, in its turn.
///
/// What a listener or the phone leads to meanwhile comes after it: the effects of an older input never undo those of a newer
/// one.
enum Work: Sendable {
    /// What tracking asks for.
    case tracking([TrackingEffect], Timestamp)
    /// What the upload asks for.
    case uploads([UploadEffect], Timestamp)
    /// Something after which an upload may begin.
    case trigger(UploadTrigger, Timestamp)
}
