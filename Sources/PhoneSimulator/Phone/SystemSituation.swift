internal import PhoneOS
internal import VisitModel

/// The state of the whole phone, independent of the app.
struct SystemSituation: Sendable {
    /// Whether the phone is on.
    var isOn = true
    /// Whether it was unlocked since it was booted.
    var isUnlocked = true
    /// The time of the last boot.
    var bootTime: Timestamp
    /// Whether location services are on.
    var isLocationOn = true
    /// The availability of Google Play services.
    var playServices = PlayServices.available
    /// The best available source of positions; `nil` for none.
    var reception: PositionQuality? = .satellites
    /// Whether the phone's hardware can monitor regions.
    var isRegionMonitoringAvailable = true
    /// Whether the phone has the hardware for activity recognition.
    var hasMotionHardware = true
    /// The location updates of another app.
    var otherUpdates: LocationRequest?
    /// The connection to the internet.
    var connectivity = Connectivity.cellular
    /// The phone's time zone.
    var timeZone = TimeZoneName.utc
    /// The battery, its charger and power saving.
    var battery: Battery
    var isScreenOn = false
    /// The time since which the phone has been at rest; `nil` while it moves.
    var restSince: Timestamp?
    /// Whether a scenario forces the phone into Doze.
    var isMadeToDoze = false
}

/// The state of the app on the phone.
struct AppSituation: Sendable {
    /// The life cycle state.
    var state = AppState.foreground
    /// The app's manifest.
    var manifest = AppManifest.complete {
        didSet { hasLocationMode = manifest.backgroundModes.contains(AppManifest.locationMode) }
    }
    /// Whether the manifest has the background mode for locations.
    private(set) var hasLocationMode = AppManifest.complete.backgroundModes.contains(AppManifest.locationMode)
    /// The app's permissions.
    var permissions = PermissionRecords()
    /// The precision of the location that the app may see.
    var precision = LocationPrecision.full
    /// Whether the app is exempt from battery optimisation.
    var isExempt = false
    /// The app's storage.
    var storage: [String: [UInt8]] = [:]
    /// The app's notification channels.
    var channels: Set<String> = []

    // Requests of the process, which are dropped when it ends.

    /// Whether a foreground service runs.
    var hasForegroundService = false {
        didSet { if !hasForegroundService { serviceNotification = nil } }
    }
    /// The notification of the foreground service; `nil` for none.
    var serviceNotification: ServiceNotification?
    /// The requested location updates.
    var updates: LocationRequest? {
        didSet { updateSeconds = max(1, (updates?.interval ?? .zero) / .seconds(1)) }
    }
    /// The minimum time between these updates, in seconds.
    private(set) var updateSeconds = 1.0
    /// The last delivered update.
    var lastUpdate: SystemFix? { didSet { lastUpdatePoint = nil } }
    /// The position of the last update, for distances; `nil` until it is needed.
    var lastUpdatePoint: EarthPoint?
    /// The time of the last attempt to produce a fix for these updates, delivered or not.
    var lastLook: Timestamp?
    /// The time of the last delivered fix, whichever app it was produced for.
    var lastGiven: Timestamp?
    /// Fixes that are held back to be delivered together.
    var batch: [Fix] = []
    /// The time of the current request, or of the last resumption after a pause.
    var updatesSince: Timestamp?
    /// Whether iOS has paused the updates.
    var isPaused = false
    /// The names of the timers.
    var timers: Set<String> = []
    /// The background tasks in progress, in the order in which they were begun.
    var backgroundTasks: [String] = []
    /// The end of the time that iOS grants for background tasks.
    var backgroundLimit: Timestamp?
    /// Whether the app was warned that this time is nearly over.
    var wasWarned = false
    /// Whether the app prevents its suspension.
    var preventsSuspension = false
    /// The time since which it has been in the background; `nil` in the foreground.
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

    /// Whether the significant-change service is on.
    var wantsSignificantChanges = false
    /// Whether the visit service is on.
    var wantsVisits = false

    /// Resets the requests of a process that ends.
    mutating func forgetRequests() {
        (lastLook, lastGiven, batch) = (nil, nil, [])
        (updatesSince, isPaused, backgroundSince) = (nil, false, nil)
        (timers, backgroundTasks, preventsSuspension) = ([], [], false)
    }
}

/// The app's permissions: accessed for every fix, and therefore no dictionary.
struct PermissionRecords: Hashable, Sendable {
    private var fineLocation: PermissionRecord?
    private var backgroundLocation: PermissionRecord?
    private var notifications: PermissionRecord?
    private var physicalActivity: PermissionRecord?

    /// The record of a permission; `nil` if there is none.
    subscript(permission: Permission) -> PermissionRecord? {
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

/// The status of a permission and its history.
struct PermissionRecord: Hashable, Sendable {
    /// The status.
    var status = PermissionStatus.denied
    /// The number of refusals by the member.
    var refusals = 0
    /// Whether the member was ever prompted.
    var wasAsked = false
    /// The member's answer to the next prompt.
    var answer = Answer.allow

    /// An answer to a prompt.
    enum Answer: String, Hashable, Sendable {
        /// The member allows it.
        case allow
        /// The member refuses it.
        case refuse
    }
}
