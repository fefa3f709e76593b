internal import PhoneOS
internal import VisitModel

/// What holds for the whole phone, whatever app.
struct SystemSituation: Sendable {
    /// Whether the phone is on.
    var isOn = true
    /// Whether it was unlocked since it started.
    var isUnlocked = true
    /// When it was last switched on.
    var bootTime: Timestamp
    /// Whether location services are on.
    var isLocationOn = true
    /// Whether Google Play services can be used.
    var playServices = PlayServices.available
    /// The best that positions can be found by at the moment; `nil` where nothing finds any.
    var reception: PositionQuality? = .satellites
    /// Whether the phone's hardware can monitor regions.
    var isRegionMonitoringAvailable = true
    /// Whether the phone has the hardware for activity recognition.
    var hasMotionHardware = true
    /// The readings that another app asked for.
    var otherUpdates: LocationRequest?
    /// The connection to the internet.
    var connectivity = Connectivity.cellular
    /// The zone that the phone shows its times in.
    var timeZone = TimeZoneName.utc
    /// Battery level when it was last set.
    var batteryLevel = 1.0
    /// When that was.
    var batterySince: Timestamp
    var isCharging = false
    var isPowerSaving = false
    /// Whether it does so because of the battery's level.
    var savesByLevel = false
    var isScreenOn = false
    /// Since when the phone has been at rest; `nil` while it moves.
    var restSince: Timestamp?
    /// Whether the phone dozes because a scenario says so.
    var isMadeToDoze = false
}

/// What holds for the app on the phone.
struct AppSituation: Sendable {
    /// Where it stands.
    var state = AppState.foreground
    /// What it was built with.
    var manifest = AppManifest.complete {
        didSet { hasLocationMode = manifest.backgroundModes.contains(AppManifest.locationMode) }
    }
    /// Whether that has the background mode for locations.
    private(set) var hasLocationMode = AppManifest.complete.backgroundModes.contains(AppManifest.locationMode)
    /// Where it stands with each permission.
    var permissions = PermissionRecords()
    /// How exactly it may see where the member is.
    var precision = LocationPrecision.full
    /// Whether the member exempted it from battery optimisation.
    var isExempt = false
    /// What it keeps.
    var storage: [String: [UInt8]] = [:]
    /// The notification channels it made.
    var channels: Set<String> = []

    // What its process asked for: gone when the process ends.

    /// Whether a foreground service runs.
    var hasForegroundService = false {
        didSet { if !hasForegroundService { serviceNotification = nil } }
    }
    /// What that is to show; `nil` for nothing.
    var serviceNotification: ServiceNotification?
    /// The readings it asked for.
    var updates: LocationRequest? {
        didSet { updateSeconds = max(1, (updates?.interval ?? .zero) / .seconds(1)) }
    }
    /// How often at most it asked for these, in seconds.
    private(set) var updateSeconds = 1.0
    /// The last of these that it got.
    var lastUpdate: SystemReading? { didSet { lastUpdatePoint = nil } }
    /// Where that was, as a point to measure from; `nil` where it was not needed yet.
    var lastUpdatePoint: EarthPoint?
    /// When the last reading was made for that, told or not.
    var lastLook: Timestamp?
    /// When the last reading was handed over, whoever it was made for.
    var lastGiven: Timestamp?
    /// Readings that are kept back to be told together.
    var batch: [Fix] = []
    /// Since when it asks for readings in this way.
    var updatesSince: Timestamp?
    /// Whether iOS has paused its readings.
    var isPaused = false
    /// The names of its timers.
    var timers: Set<String> = []
    /// What it wants to finish before it is suspended, in the order in which it was begun.
    var backgroundTasks: [String] = []
    /// Until when iOS gives it time for that.
    var backgroundLimit: Timestamp?
    /// Whether it was told that this time is nearly over.
    var wasWarned = false
    /// Whether it keeps itself from being suspended.
    var preventsSuspension = false
    /// Since when it has been in the background; `nil` on the screen.
    var backgroundSince: Timestamp?
    /// Whether iOS has suspended its process: it is there, but nothing of it runs.
    var isSuspended = false
    /// Until when iOS lets it run in the background at least.
    var awakeUntil: Timestamp?
    /// What it is told when it runs again.
    var missed: [PhoneSignal] = []
    /// Which process this is; planned things of an earlier one are void.
    var process = 0

    // What the system keeps for it on iOS.

    /// Whether it watches significant changes.
    var wantsSignificantChanges = false
    /// Whether it watches arrivals and departures.
    var wantsVisits = false

    /// Forgets what the process asked for that ends.
    mutating func forgetRequests() {
        (lastLook, lastGiven, batch) = (nil, nil, [])
        (updatesSince, isPaused, backgroundSince) = (nil, false, nil)
        (timers, backgroundTasks, preventsSuspension) = ([], [], false)
    }
}

/// Where an app stands with each permission: looked at for every reading, and so no dictionary.
struct PermissionRecords: Hashable, Sendable {
    private var fineLocation: PermissionRecord?
    private var backgroundLocation: PermissionRecord?
    private var notifications: PermissionRecord?
    private var physicalActivity: PermissionRecord?

    /// Where the app stands with a permission; `nil` where nothing is known of it.
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

/// Where an app stands with a permission, and how it came to that.
struct PermissionRecord: Hashable, Sendable {
    /// Where it stands.
    var status = PermissionStatus.denied
    /// How often the member has refused.
    var refusals = 0
    /// Whether the member was ever asked.
    var wasAsked = false
    /// What the member will answer when asked next.
    var answer = Answer.allow

    /// What a member answers.
    enum Answer: String, Hashable, Sendable {
        /// Yes.
        case allow
        /// No.
        case refuse
    }
}
