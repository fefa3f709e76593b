public import VisitModel

/// By what a phone counts as moving or stationary: the part of a configuration that decides it, with its limits applied.
///
/// Transistor, ActivityConfig; GeolocationConfig.stopTimeout.
public struct MotionRules: Hashable, Sendable {
    /// The phone's operating system.
    public var platform: Platform
    /// How long the phone has to be still until it counts as stationary.
    public var stopTimeout: Duration
    /// How long it has to be still until the detection of a stop engages (iOS).
    public var stopDetectionDelay: Duration
    /// How long it has to move until it counts as moving (Android).
    public var motionTriggerDelay: Duration
    /// What may begin the moving state.
    ///
    /// A list of at most five: rules are made for each reading, and a set of them would cost more than the reading.
    public var triggerActivities: [TriggerActivity]
    /// Percent of confidence from which an activity counts.
    public var minimumConfidence: Int
    /// What being still leads to.
    public var stillness: Stillness
    /// Whether the motion service can be asked: it is wanted, and the member allows it.
    public var hasMotionService: Bool
    /// Metres that the phone has to be away from where it last moved to have moved again, without the motion service.
    public var movedMeters: Double

    /// Takes the rules of a configuration.
    ///
    /// - Parameters:
    ///   - config: the configuration.
    ///   - mayUseMotion: whether the member allows the motion service.
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
    /// Transistor, ActivityConfig.triggerActivities: the list restricts what can begin the moving state, and not only what the
    /// motion service begins. Without that service no activity is known, and leaving is all there is to go by.
    func allowsLeaving(_ activity: Activity?) -> Bool {
        guard hasMotionService, !triggerActivities.includeAll else { return true }
        return activity.map(triggerActivities.include) ?? false
    }
}
