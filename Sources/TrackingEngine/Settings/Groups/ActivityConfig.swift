internal import TrackingModel
public import VisitModel

/// The options for detecting motion with Android Activity Recognition and iOS Core Motion.
///
/// They are for both platforms unless a comment names one. Transistor, ActivityConfig, under the option's name.
public struct ActivityConfig: Hashable, Sendable, Codable {
    /// Milliseconds between two activity updates (Android); 10,000 by default, 500 or more; a shorter interval costs
    /// power.
    ///
    /// iOS ignores it: Core Motion reports changes by itself and takes no interval. The document's example names Android
    /// alone.
    public var activityRecognitionInterval = 10_000.0
    /// The least confidence, in percent, of an activity that changes the state; 70 on iOS, 75 on Android, 0 to 100.
    ///
    /// A higher one means fewer false changes, and later ones.
    public var minimumActivityRecognitionConfidence: Int
    /// Prevents the motion service from ending the moving state; false by default.
    ///
    /// iOS then turns location off after exactly 15 minutes of stillness, Android never.
    public var disableStopDetection = false
    /// Stops all tracking at the end of `GeolocationConfig.stopTimeout`, not on `changePace(false)`; false by default.
    public var stopOnStationary = false
    /// Milliseconds of stillness before stop detection begins (iOS); 0 by default, 0 or more.
    ///
    /// Any movement cancels it: a pause at a traffic light is no stop. The vendor's texts also say seconds and minutes;
    /// its example sets 10,000 for 10 s.
    public var stopDetectionDelay = 0.0
    /// Milliseconds of movement before the moving state begins (Android); 0 by default, 0 or more.
    ///
    /// Stillness during the delay cancels it (Transistor, ActivityConfig, "Motion trigger").
    public var motionTriggerDelay = 0.0
    /// The activities that can begin the moving state, without effect on its end; all five by default.
    public var triggerActivities = TriggerActivity.allCases
    /// Does without the motion service and requests no permission for it; false by default.
    public var disableMotionActivityUpdates = false

    /// The defaults of a platform, which decides `minimumActivityRecognitionConfidence`.
    public init(platform: Platform) {
        minimumActivityRecognitionConfidence = platform == .ios ? 70 : 75
    }
}

extension ActivityConfig {
    static let activityRecognitionIntervalLimits = OptionLimits(atLeast: 500)
    static let minimumActivityRecognitionConfidenceLimits = OptionLimits(0...100)
    static let stopDetectionDelayLimits = OptionLimits(atLeast: 0)
    static let motionTriggerDelayLimits = OptionLimits(atLeast: 0)

    /// The same activities in their document form.
    var triggerActivityList: TriggerActivityList {
        get { TriggerActivityList(triggerActivities) }
        set { triggerActivities = newValue.activities }
    }
}
