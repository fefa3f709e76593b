/// The state of an app, as its operating system sees it.
public enum AppState: String, Hashable, Sendable, CaseIterable {
    /// In the foreground.
    case foreground
    /// Running in the background.
    case background
    /// Ended by the system, for instance to free memory: monitoring for the app continues.
    case terminated
    /// Ended by the member: swiped away on iOS, force-stopped on Android.
    ///
    /// Android delivers nothing to it until it is opened. Swiping an app away on Android does not force-stop it:
    /// `PhoneSignal.taskRemoved`.
    case forceQuit = "force_quit"
    /// Not installed.
    case uninstalled

    /// Whether the app's code is running.
    public var isRunning: Bool { self == .foreground || self == .background }
}

/// The reason of an app's launch.
public enum LaunchReason: String, Hashable, Sendable, CaseIterable {
    /// The member opened the app.
    case user
    /// The system had a location event (iOS) or a broadcast (Android) to deliver.
    case location
    /// The phone had booted and was unlocked for the first time (Android's `BOOT_COMPLETED`).
    case bootCompleted = "boot_completed"
    /// The app was replaced by a newer version (Android's `MY_PACKAGE_REPLACED`).
    case packageReplaced = "package_replaced"
    /// The system granted time for background work.
    case backgroundFetch = "background_fetch"
    /// An alarm of the app fired (Android).
    case alarm
}

/// The app's manifest, which a phone checks before it grants anything.
public struct AppManifest: Hashable, Sendable {
    /// The keys of iOS's `Info.plist` that explain a permission.
    public var usageDescriptions: Set<String>
    /// iOS's background modes, for instance `location`.
    public var backgroundModes: Set<String>

    /// Creates a manifest from keys of `Info.plist` and values of `UIBackgroundModes`.
    public init(usageDescriptions: Set<String>, backgroundModes: Set<String>) {
        self.usageDescriptions = usageDescriptions
        self.backgroundModes = backgroundModes
    }

    /// `NSLocationWhenInUseUsageDescription`: without it no location permission can be requested.
    public static let whenInUseKey = "NSLocationWhenInUseUsageDescription"
    /// `NSLocationAlwaysAndWhenInUseUsageDescription`: without it Always cannot be requested.
    public static let alwaysKey = "NSLocationAlwaysAndWhenInUseUsageDescription"
    /// `NSMotionUsageDescription`: without it motion activity cannot be requested.
    public static let motionKey = "NSMotionUsageDescription"
    /// The background mode that fixes in the background require.
    public static let locationMode = "location"
    /// The message of the error for an app without it, with what to do.
    package static let missingModeMessage =
        "the app has no background mode `location`: enable Background Modes > Location Updates in its project"

    /// A manifest with everything that geofencing and tracking require.
    public static let complete = AppManifest(
        usageDescriptions: [whenInUseKey, alwaysKey, motionKey],
        backgroundModes: [locationMode, "fetch"]
    )
}

/// The availability of Google Play services, which monitor geofences on Android.
public enum PlayServices: String, Hashable, Sendable, CaseIterable {
    /// Available.
    case available
    /// Not installed: no geofence can be monitored.
    case missing
    /// Outdated: no geofence can be monitored until they are updated.
    case outdated
}

/// The version of an operating system: iOS 17.2, Android 14.
public struct OSVersion: Hashable, Sendable {
    /// The major number, on which rules depend; for Android the release, not the API level.
    public let major: Int
    /// The minor number.
    public let minor: Int

    /// Creates a version; a major number under 1 becomes 1, a minor one under 0 becomes 0.
    public init(_ major: Int, _ minor: Int = 0) {
        self.major = max(1, major)
        self.minor = max(0, minor)
    }
}

extension OSVersion: Comparable {
    /// Compares by the major and then the minor number.
    public static func < (lhs: OSVersion, rhs: OSVersion) -> Bool {
        (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
    }
}

extension OSVersion: CustomStringConvertible {
    /// The numbers separated by a dot; the minor one is omitted if it is 0.
    public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
