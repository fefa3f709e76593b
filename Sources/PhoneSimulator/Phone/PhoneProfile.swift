public import PhoneOS
public import VisitModel

/// The kind of a simulated phone: its system, and all parameters of its behaviour.
public struct PhoneProfile: Hashable, Sendable {
    /// The operating system.
    public var platform: Platform
    /// The version of the operating system.
    public var version: OSVersion
    /// The accuracy and the frequency of its positioning.
    public var sensing = SensingProfile()
    /// The region monitoring on Android.
    public var android = AndroidGeofenceProfile()
    /// The region monitoring on iOS.
    public var ios = IOSRegionProfile()
    /// The detection of visits on iOS.
    public var visits = VisitProfile()
    /// The detection of motion activity.
    public var activity = ActivityProfile()
    /// The delays of alarms on Android.
    public var alarms = AndroidAlarmProfile()
    /// The background execution on iOS.
    public var background = IOSBackgroundProfile()
    /// The duration of a restart until the phone waits for its first unlock, in seconds.
    public var bootSeconds = 60.0
    /// The time from then until the member unlocks it, in seconds; a scenario may unlock it at another time.
    public var firstUnlockSeconds = 60.0
    /// The duration of an update of the app, in seconds.
    public var updateSeconds = 10.0
    /// The time between background fetches, in seconds.
    ///
    /// Some 15 minutes on both systems at best (Apple, "Background fetch"; Google, "Periodic work").
    public var backgroundFetchSeconds = 900.0
    /// The time between fixes of an Android app in the background without a foreground service, in seconds.
    ///
    /// "A few times each hour" since Android 8 (Google, "Background location limits").
    public var backgroundThrottleSeconds = 1200.0
    /// The time at rest, unplugged and dark, after which Android enters Doze, in seconds; infinite for never.
    ///
    /// About an hour in AOSP's `DeviceIdleController` (30 minutes inactive, then 30 idle).
    public var dozeAfterSeconds = 3600.0
    /// The time in the background after which Android ends an app without a foreground service and exemption from
    /// battery optimisation, in seconds; infinite for never, as on a stock system.
    public var backgroundKillSeconds = Double.infinity
    /// The range of the time after which a change of activity is detected, in seconds; drawn evenly.
    ///
    /// It is reported at the next detection. The range is an assumption.
    public var activityDelaySeconds = 5.0...60.0
    /// The share of the battery that is used per hour, 0...1.
    public var batteryDrainPerHour = 0.03
    /// The battery level, 0...1, at which power saving starts; 0 for never.
    ///
    /// On Android it starts automatically, if the member configured Battery Saver so; on iOS because the member accepts
    /// the system's prompt at 0.2.
    public var powerSavingBelow = 0.0

    /// Creates the profile of a phone with the defaults; a version of `nil` is iOS 17 or Android 14.
    public init(platform: Platform, version: OSVersion? = nil) {
        self.platform = platform
        self.version = version ?? (platform == .ios ? OSVersion(17) : OSVersion(14))
    }
}
