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

/// The growth of the distance filter with speed, so that a car records no more fixes a minute than a pedestrian.
///
/// The vendor's prose rounds the speed to the *nearest* 5 m/s; its two worked examples (7.7 m/s with 30 m gives 60 m,
/// 27 m/s with 50 m gives 300 m) fit rounding *up* alone, which also leaves no gap below 2.5 m/s. Transistor, Config,
/// "disableElasticity".
public struct DistanceElasticity: Hashable, Sendable {
    /// How speeds are rounded to steps of 5 m/s.
    public enum Rounding: String, Hashable, Sendable, CaseIterable {
        /// Up to the next step, as in the vendor's examples.
        case up
        /// To the nearest step, as in the vendor's prose.
        case nearest
    }

    /// The filter at rest in metres, 0 or more.
    public let distanceFilterMeters: Double
    /// The weight of the speed: 1 as documented, 0 for none.
    public let multiplier: Double
    /// How speeds are rounded to steps.
    public let rounding: Rounding

    /// Creates a rule; a filter or a multiplier of less than 0 counts as 0.
    public init(distanceFilterMeters: Double, multiplier: Double, rounding: Rounding = .up) {
        self.distanceFilterMeters = max(0, distanceFilterMeters)
        self.multiplier = max(0, multiplier)
        self.rounding = rounding
    }

    /// Creates the rule from a configuration's `distanceFilter`, `disableElasticity` and `elasticityMultiplier`.
    public init(_ config: TrackingConfig) {
        self.init(distanceFilterMeters: config.distanceFilterMeters, multiplier: config.elasticityFactor ?? 0)
    }

    /// The filter in metres at a speed in metres a second, never less than at rest.
    ///
    /// `nil`, not-a-number and speeds of 0 or less leave the filter unchanged (Transistor, change log 3.5).
    public func meters(atSpeed speed: Double?) -> Double {
        guard let speed, speed.isFinite, speed > 0, multiplier > 0 else { return distanceFilterMeters }
        let steps = (speed / Self.stepMetersPerSecond).rounded(rounding == .up ? .up : .toNearestOrAwayFromZero)
        return distanceFilterMeters * max(1, steps * multiplier)
    }

    private static let stepMetersPerSecond = 5.0
}
