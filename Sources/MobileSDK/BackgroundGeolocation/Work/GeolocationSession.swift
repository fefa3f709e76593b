internal import MobileSDKCore
internal import PhoneStore
internal import Synchronization
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel

/// The state of `BackgroundGeolocation` in one process of the app.
struct GeolocationSession: Sendable {
    var tracking: BackgroundTracking
    var uploads = UploadQueue()

    /// `nil` before the state was loaded.
    var launch: TrackingLaunch?
    /// The error that prevented the last process's state from being read; it is not overwritten then.
    var loadError: MobileSDKError?
    /// The parts of it that could not be read, until the app is notified.
    var loadWarnings: [ConfigurationWarning] = []
    /// The error of the last write; `nil` if it succeeded.
    var writeError: MobileSDKError?
    var storageError: MobileSDKError? { loadError ?? writeError }

    private var work: [Work] = []
    private var isWorking = false

    var unwritten = Unwritten()
    var writing: CachedWriting?
    var backgroundTime: BackgroundTime
    var regions = RegionRequests()
    var updates: DesiredPhoneState.Updates?
    /// The prompt that the current caller is to show, with its rationale.
    var permissionWish: PermissionRequest?
    /// Whether the phone may have lost every region since tracking last continued (Android).
    var mayLackRegions = false

    /// The phone's boot time, until it is stored that tracking continued since.
    var unnotedBoot: Timestamp?

    var calls = PendingCalls()
    /// Receives events while the app is terminated (Android, `enableHeadless`).
    var headless: (@Sendable (BackgroundGeolocation.Event) -> Void)?
    /// The mode of monitoring when the geofences were last stored.
    private var keptMode = MonitoredGeofences.Mode.off

    /// A permission prompt that the configuration requires.
    struct PermissionRequest: Hashable, Sendable {
        var rationale: PermissionRationale?
    }

    init(_ tracking: BackgroundTracking) {
        self.tracking = tracking
        backgroundTime = BackgroundTime(platform: tracking.platform)
    }

    /// The mode of monitoring is stored with the geofences.
    mutating func recordChange() {
        unwritten.hasState = true
        guard tracking.geofences.mode != keptMode else { return }
        keptMode = tracking.geofences.mode
        unwritten.hasGeofences = true
    }

    mutating func add(_ new: Work) { work.append(new) }

    /// Returns false if work is already in progress.
    mutating func beginWork() -> Bool {
        defer { isWorking = true }
        return !isWorking
    }

    /// Marks the work as ended if there is none.
    mutating func nextWork() -> Work? {
        guard !work.isEmpty else {
            isWorking = false
            return nil
        }
        return work.removeFirst()
    }
}

/// Work that a listener or the phone causes meanwhile follows the queued work: effects of an older input never undo
/// those of a newer one.
enum Work: Sendable {
    case tracking([TrackingEffect], Timestamp)
    case uploads([UploadEffect], Timestamp)
    /// A trigger after which an upload may begin.
    case trigger(UploadTrigger, Timestamp)
}

/// The session under its lock, which is held for single accesses only: never while the phone, the file, the transport
/// or the app is called.
final class SharedSession: Sendable {
    private let session: Mutex<GeolocationSession>

    init(_ tracking: BackgroundTracking) { session = Mutex(GeolocationSession(tracking)) }

    /// Not recursive.
    func withLock<Result, Failure: Error>(
        _ body: (inout sending GeolocationSession) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try session.withLock(body)
    }

    func process(_ signal: TrackingSignal, at time: Timestamp) {
        withLock { $0.add(.tracking($0.tracking.process(signal, at: time), time)) }
    }

    func add(_ trigger: UploadTrigger, at time: Timestamp) { withLock { $0.add(.trigger(trigger, time)) } }

    /// Logs a line, if the options keep lines of its level; above `debug` it contains no coordinates.
    func log(_ level: LogLine.Level, _ message: @autoclosure () -> String, at time: Timestamp) {
        guard withLock({ $0.tracking.config.logger.logLevel.rawValue >= level.rawValue }) else { return }
        let line = LogLine(at: time, level: level, message: message())
        withLock { $0.unwritten.log.append(line) }
    }
}
