public import VisitModel

/// The options that distinguish moving from stationary, with their limits applied.
///
/// Transistor, ActivityConfig; GeolocationConfig.stopTimeout.
public struct MotionRules: Hashable, Sendable {
    /// The phone's operating system.
    public var platform: Platform
    /// How long the phone has to be still until it counts as stationary.
    public var stopTimeout: Duration
    /// How long it has to be still until stop detection begins (iOS).
    public var stopDetectionDelay: Duration
    /// How long it has to move until it counts as moving (Android).
    public var motionTriggerDelay: Duration
    /// A list of at most five: rules are created for each fix, and a set would cost more than processing the fix.
    public var triggerActivities: [TriggerActivity]
    /// The least confidence of an accepted activity, in percent.
    public var minimumConfidence: Int
    /// The consequence of being still.
    public var stillness: Stillness
    /// Whether the motion service is available: it is enabled, and the member allows it.
    public var hasMotionService: Bool
    /// Metres from the last movement after which the phone counts as moved again; used without the motion service.
    public var movedMeters: Double

    /// Reads the rules from a configuration, given whether the member allows the motion service.
    public init(_ config: TrackingConfig, mayUseMotion: Bool) {
        platform = config.platform
        stopTimeout = config.stopTimeoutDuration
        stopDetectionDelay = config.stopDetectionDelayDuration
        motionTriggerDelay = config.motionTriggerDelayDuration
        triggerActivities = config.activity.triggerActivities
        minimumConfidence = config.minimumConfidencePercent
        stillness = config.stillness
        hasMotionService = mayUseMotion && !config.activity.disableMotionActivityUpdates
        movedMeters = config.stationaryRadiusMeters
    }

    /// Whether a phone that has left its place counts as moving.
    ///
    /// Transistor, ActivityConfig.triggerActivities: the list restricts every cause of the moving state, not only the
    /// motion service. Without that service no activity is known, and leaving is the only evidence.
    func allowsLeaving(_ activity: Activity?) -> Bool {
        guard hasMotionService, !triggerActivities.includeAll else { return true }
        return activity.map(triggerActivities.include) ?? false
    }
}
