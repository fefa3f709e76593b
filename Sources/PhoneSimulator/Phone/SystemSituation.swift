internal import PhoneOS
internal import VisitModel

/// The state of the whole phone, independent of the app.
struct SystemSituation: Sendable {
    var isOn = true
    /// Whether it was unlocked since it was booted.
    var isUnlocked = true
    var bootTime: Timestamp
    var isLocationOn = true
    var playServices = PlayServices.available
    /// The best available source of positions; `nil` for none.
    var reception: PositionQuality? = .satellites
    var isRegionMonitoringAvailable = true
    var hasMotionHardware = true
    /// The location updates of another app.
    var otherUpdates: LocationRequest?
    var connectivity = Connectivity.cellular
    var timeZone = TimeZoneName.utc
    var battery: Battery
    var isScreenOn = false
    /// `nil` while the phone moves.
    var restSince: Timestamp?
    /// Whether a scenario forces the phone into Doze.
    var isDozeForced = false
}

/// The state of the app on the phone.
struct AppSituation: Sendable {
    var state = AppState.foreground
    var manifest = AppManifest.complete {
        didSet { hasLocationMode = manifest.backgroundModes.contains(AppManifest.locationMode) }
    }
    private(set) var hasLocationMode = AppManifest.complete.backgroundModes.contains(AppManifest.locationMode)
    var permissions = PermissionRecords()
    var precision = LocationPrecision.full
    /// Whether the app is exempt from battery optimisation.
    var isExempt = false
    var storage: [String: [UInt8]] = [:]
    /// The names of the notification channels, by identifier.
    var channels: [String: String] = [:]

    // Requests of the process, which are dropped when it ends.

    var hasForegroundService = false { didSet { if !hasForegroundService { serviceNotification = nil } } }
    var serviceNotification: ServiceNotification?
    var updates: LocationRequest? {
        didSet { updateSeconds = max(1, (updates?.interval ?? .zero) / .seconds(1)) }
    }
    /// The time between these updates, at least 1.
    private(set) var updateSeconds = 1.0
    /// The last delivered update.
    var lastUpdate: SystemFix? { didSet { lastUpdatePoint = nil } }
    /// The position of the last update, for distances; `nil` until it is needed.
    var lastUpdatePoint: EarthPoint?
    /// The time of the last attempt to produce a fix for these updates, delivered or not.
    var lastAttemptAt: Timestamp?
    /// The time of the last delivered fix, whichever app it was produced for.
    var lastDeliveryAt: Timestamp?
    /// Fixes that are held back to be delivered together.
    var batch: [Fix] = []
    /// The time of the current request, or of the last resumption after a pause.
    var updatesSince: Timestamp?
    /// Whether iOS has paused the updates.
    var isPaused = false
    var timers: Set<String> = []
    /// In the order in which they were begun.
    var backgroundTasks: [String] = []
    /// The end of the time that iOS grants for background tasks.
    var backgroundLimit: Timestamp?
    /// Whether the app was warned that this time is nearly over.
    var wasWarned = false
    var preventsSuspension = false
    /// `nil` in the foreground.
    var backgroundSince: Timestamp?
    /// Whether iOS has suspended its process: it exists, but does not run.
    var isSuspended = false
    /// The earliest time at which iOS suspends the app in the background.
    var awakeUntil: Timestamp?
    /// The signals to deliver when it runs again.
    var missed: [PhoneSignal] = []
    /// The number of the current process; scheduled events of an earlier one are ignored.
    var process = 0

    // Services that the system keeps for the app on iOS.

    var wantsSignificantChanges = false
    var wantsVisits = false

    /// Resets the requests of a process that ends.
    mutating func forgetRequests() {
        (lastAttemptAt, lastDeliveryAt, batch) = (nil, nil, [])
        (updatesSince, isPaused, backgroundSince) = (nil, false, nil)
        (timers, backgroundTasks, preventsSuspension) = ([], [], false)
    }
}

/// The app's permissions: accessed for every fix, and therefore no dictionary.
struct PermissionRecords: Hashable, Sendable {
    private var fineLocation = PermissionRecord()
    private var backgroundLocation = PermissionRecord()
    private var notifications = PermissionRecord()
    private var physicalActivity = PermissionRecord()

    subscript(permission: Permission) -> PermissionRecord {
        get {
            switch permission {
            case .fineLocation: fineLocation
            case .backgroundLocation: backgroundLocation
            case .notifications: notifications
            case .physicalActivity: physicalActivity
            }
        }
        set {
            switch permission {
            case .fineLocation: fineLocation = newValue
            case .backgroundLocation: backgroundLocation = newValue
            case .notifications: notifications = newValue
            case .physicalActivity: physicalActivity = newValue
            }
        }
    }
}

struct PermissionRecord: Hashable, Sendable {
    var status = PermissionStatus.denied
    var refusals = 0
    var wasAsked = false
    /// The member's answer to the next prompt.
    var answer = Answer.allow

    enum Answer: String, Hashable, Sendable {
        case allow
        case refuse
    }
}
