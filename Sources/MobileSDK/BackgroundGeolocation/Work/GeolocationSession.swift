internal import MobileSDKCore
internal import TrackingModel
internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

/// The state of `BackgroundGeolocation` in one process of the app.
struct GeolocationSession: Sendable {
    /// The tracking rules and their state.
    var tracking: BackgroundTracking
    /// The upload rules and their state.
    var uploads = UploadQueue()

    /// The reason of the launch, as far as known; `nil` before the state was loaded.
    var launch: TrackingLaunch?
    /// The error that prevented the last process's state from being read; it is not overwritten then.
    var loadError: MobileSDKError?
    /// The parts of it that could not be read, until the app is notified.
    var loadWarnings: [ConfigurationWarning] = []
    /// The error of the last write; `nil` if it succeeded.
    var writeError: MobileSDKError?
    /// The error that prevents use of the file, if any.
    var storageError: MobileSDKError? { loadError ?? writeError }

    /// Queued work, in order.
    private var work: [Work] = []
    private var isWorking = false

    /// Data that is not in the file yet.
    var unwritten = Unwritten()
    /// The cached writing of records, for given options.
    var writing: CachedWriting?
    /// The background tasks on iOS.
    var backgroundTime: BackgroundTime
    /// The regions that wait until Android accepts additions again.
    var deferredRegions: [TrackedRegion] = []
    /// The regions of which iOS did not know the state, with the number of such responses.
    var unknownRegions: [RegionID: Int] = [:]
    /// The stationary region that the system was requested to monitor.
    var stationaryPlace: StationaryPlace?
    /// The requested location updates.
    var updates: DesiredPhoneState.Updates?
    /// The prompt that the current caller is to show, with its rationale.
    var permissionWish: PermissionRequest?
    /// Whether the phone may have lost every region since tracking last continued (Android).
    var mayLackRegions = false

    /// The phone's boot time, until it is stored that tracking continued since.
    var unnotedBoot: Timestamp?

    /// The callers that wait for a position, by request number.
    var positions: [Int: @Sendable (Result<TrackedLocation, LocationError>) -> Void] = [:]
    /// The listeners of position streams, by number.
    var watches: [Int: PositionListener] = [:]
    /// The callers that wait for an upload, by call number.
    var syncs: [Int: @Sendable (SyncOutcome) -> Void] = [:]
    /// The callers that wait for a log upload, by call number.
    var logUploads: [Int: @Sendable (Result<Void, MobileSDKError>) -> Void] = [:]
    /// Receives events while the app is terminated (Android, `enableHeadless`).
    var headless: (@Sendable (BackgroundGeolocation.Event) -> Void)?
    private var lastNumber = 0
    /// The mode of monitoring when the geofences were last stored.
    private var keptMode = MonitoredGeofences.Mode.off

    /// A permission prompt that the configuration requires.
    struct PermissionRequest: Hashable, Sendable {
        var rationale: PermissionRationale?
    }

    /// The listener of a position stream.
    struct PositionListener: Sendable {
        var success: @Sendable (TrackedLocation) -> Void
        var failure: @Sendable (any Error) -> Void
    }

    init(_ tracking: BackgroundTracking) {
        self.tracking = tracking
        backgroundTime = BackgroundTime(platform: tracking.platform)
    }

    /// Returns a new number for a pending call.
    mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Marks the state as changed; the mode of monitoring is stored with the geofences.
    mutating func recordChange() {
        unwritten.hasState = true
        guard tracking.geofences.mode != keptMode else { return }
        keptMode = tracking.geofences.mode
        unwritten.hasGeofences = true
    }

    /// Appends work to the queue.
    mutating func add(_ new: Work) {
        work.append(new)
    }

    /// Marks the work as begun; returns false if it is already in progress.
    mutating func beginWork() -> Bool {
        defer { isWorking = true }
        return !isWorking
    }

    /// Removes and returns the next work; returns `nil` and marks the work as ended if there is none.
    mutating func nextWork() -> Work? {
        guard !work.isEmpty else {
            isWorking = false
            return nil
        }
        return work.removeFirst()
    }
}

/// Queued work.
///
/// Work that a listener or the phone causes meanwhile follows it: effects of an older input never undo those of a newer
/// one.
enum Work: Sendable {
    /// Effects of tracking.
    case tracking([TrackingEffect], Timestamp)
    /// Effects of the upload queue.
    case uploads([UploadEffect], Timestamp)
    /// A trigger after which an upload may begin.
    case trigger(UploadTrigger, Timestamp)
}
