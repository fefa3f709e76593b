/// Where an app stands, as its operating system sees it.
public enum AppState: String, Hashable, Sendable, CaseIterable {
    /// On the screen.
    case foreground
    /// Running without being seen.
    case background
    /// Ended by the system, for instance to free memory: what the system watches for the app goes on.
    case terminated
    /// Ended by the member: swiped away on iOS, force-stopped on Android, where nothing is delivered until it is opened. An app
    /// that is swiped away on Android is not force-stopped: `PhoneSignal.taskRemoved`.
    case forceQuit = "force_quit"
    /// Not installed.
    case uninstalled

    /// Whether the app's code is running.
    public var isRunning: Bool { self == .foreground || self == .background }
}

/// Why an app was started.
public enum LaunchReason: String, Hashable, Sendable, CaseIterable {
    /// The member opened it.
    case user
    /// The system had something about a location to deliver (iOS) or a broadcast to give (Android).
    case location
    /// The phone had started, and its first unlock had come (Android's `BOOT_COMPLETED`).
    case bootCompleted = "boot_completed"
    /// The app was replaced by a newer version (Android's `MY_PACKAGE_REPLACED`).
    case packageReplaced = "package_replaced"
    /// A time for background work had come.
    case backgroundFetch = "background_fetch"
    /// An alarm of the app was due (Android).
    case alarm
}

/// What an app was built with, which a phone checks before it gives anything.
public struct AppManifest: Hashable, Sendable {
    /// The keys of iOS's `Info.plist` that explain a permission.
    public var usageDescriptions: Set<String>
    /// iOS's background modes, for instance `location`.
    public var backgroundModes: Set<String>

    /// Makes a manifest.
    ///
    /// - Parameters:
    ///   - usageDescriptions: keys of `Info.plist`.
    ///   - backgroundModes: values of `UIBackgroundModes`.
    public init(usageDescriptions: Set<String>, backgroundModes: Set<String>) {
        self.usageDescriptions = usageDescriptions
        self.backgroundModes = backgroundModes
    }

    /// `NSLocationWhenInUseUsageDescription`: without it no location permission can be asked for.
    public static let whenInUseKey = "NSLocationWhenInUseUsageDescription"
    /// `NSLocationAlwaysAndWhenInUseUsageDescription`: without it Always can't be asked for.
    public static let alwaysKey = "NSLocationAlwaysAndWhenInUseUsageDescription"
    /// `NSMotionUsageDescription`: without it motion activity can't be asked for.
    public static let motionKey = "NSMotionUsageDescription"
    /// The background mode that fixes in the background need.
    public static let locationMode = "location"

    /// Everything that geofencing and tracking need.
    public static let complete = AppManifest(
        usageDescriptions: [whenInUseKey, alwaysKey, motionKey],
        backgroundModes: [locationMode, "fetch"]
    )
}

/// Whether Google Play services, which watch the geofences on Android, can be used.
public enum PlayServices: String, Hashable, Sendable, CaseIterable {
    /// They can.
    case available
    /// They are not on the phone: no geofence can be watched.
    case missing
    /// They are too old: no geofence can be watched until they are updated.
    case outdated
}
