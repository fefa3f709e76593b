public import PhoneOS
public import VisitModel

/// What kind of phone is simulated: its system, and every number that its behaviour depends on.
public struct PhoneProfile: Hashable, Sendable {
    /// The operating system.
    public var platform: Platform
    /// Its version.
    public var version: OSVersion
    /// How well it knows where it is.
    public var sensing = SensingProfile()
    /// How its system watches regions, on Android.
    public var android = AndroidGeofenceProfile()
    /// How its system watches regions, on iOS.
    public var ios = IOSRegionProfile()
    /// How its system notices visits, on iOS.
    public var visits = VisitProfile()
    /// How well it knows what the member is doing.
    public var activity = ActivityProfile()
    /// When its alarms come, on Android.
    public var alarms = AndroidAlarmProfile()
    /// What its system gives an app in the background, on iOS.
    public var background = IOSBackgroundProfile()
    /// How long a restart takes, in seconds, until the phone waits for its first unlock.
    public var bootSeconds = 60.0
    /// How long after that the member unlocks it, in seconds; a scenario may do it at a time of its own.
    public var firstUnlockSeconds = 60.0
    /// How long an update of the app takes, in seconds.
    public var updateSeconds = 10.0
    /// How often an app in the background is given a moment to fetch, in seconds.
    ///
    /// Some 15 minutes on both systems at best (Apple, "Background fetch"; Google, "Periodic work").
    public var backgroundFetchSeconds = 900.0
    /// How often an Android app in the background gets a reading without a foreground service, in seconds.
    ///
    /// "A few times each hour" since Android 8 (Google, "Background location limits").
    public var backgroundThrottleSeconds = 1200.0
    /// After how many seconds of rest, unplugged and dark, Android dozes; infinite for never.
    ///
    /// About an hour in AOSP's `DeviceIdleController` (30 minutes inactive, then 30 idle).
    public var dozeAfterSeconds = 3600.0
    /// After how many seconds in the background Android ends an app that has no foreground service and no exemption from
    /// battery optimisation; infinite, as on a stock system, for never.
    public var backgroundKillSeconds = Double.infinity
    /// How long the motion service takes to believe in a change, in seconds: drawn between these.
    ///
    /// It is told when the service looks next. The range is assumed.
    public var activityDelaySeconds = 5.0...60.0
    /// How much of the battery an hour takes, 0...1.
    public var batteryDrainPerHour = 0.03
    /// At which level of the battery, 0...1, power is saved by itself (Android's Battery Saver, where the member set it so)
    /// or because the member agrees to the system's question (iOS asks at 0.2); 0 for never.
    public var powerSavingBelow = 0.0

    /// A phone with the usual numbers.
    ///
    /// - Parameters:
    ///   - platform: the operating system.
    ///   - version: its version; `nil` is iOS 17 or Android 14.
    public init(platform: Platform, version: OSVersion? = nil) {
        self.platform = platform
        self.version = version ?? (platform == .ios ? OSVersion(17) : OSVersion(14))
    }
}
