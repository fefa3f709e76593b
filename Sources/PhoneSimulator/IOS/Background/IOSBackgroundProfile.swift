/// What iOS gives an app in the background beyond the seconds after an event.
public struct IOSBackgroundProfile: Hashable, Sendable {
    /// How long an app with a background task runs after it left the screen, was started or was woken, in seconds.
    ///
    /// 30: what apps measure since iOS 13 (`backgroundTimeRemaining`); Apple names no number.
    public var taskSeconds = 30.0
    /// How long before that is over the app is told, in seconds.
    ///
    /// 5: Apple has "shortly before"; apps measure about five seconds.
    public var taskWarningSeconds = 5.0
    /// After how many seconds of rest in the background readings are paused, where the app allows it.
    ///
    /// 900: Transistor, ActivityConfig.disableStopDetection ("stationary for exactly 15 minutes"); Apple names no number.
    public var pauseAfterSeconds = 900.0

    /// Takes the defaults.
    public init() {}
}
