/// The background execution that iOS grants an app beyond the seconds after an event.
public struct IOSBackgroundProfile: Hashable, Sendable {
    /// The time that an app with a background task runs after leaving the foreground, its launch or its wake-up, in
    /// seconds.
    ///
    /// 30: what apps measure since iOS 13 (`backgroundTimeRemaining`); Apple documents no number.
    public var taskSeconds = 30.0
    /// The time before that end at which the app is warned, in seconds.
    ///
    /// 5: Apple has "shortly before"; apps measure about five seconds.
    public var taskWarningSeconds = 5.0
    /// The time of rest in the background after which updates are paused, if the app allows it, in seconds.
    ///
    /// 900: Transistor, ActivityConfig.disableStopDetection ("stationary for exactly 15 minutes"); Apple documents no
    /// number.
    public var pauseAfterSeconds = 900.0

    /// Creates a profile with the defaults.
    public init() {}
}
