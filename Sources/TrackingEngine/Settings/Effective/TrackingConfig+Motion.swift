public import VisitModel

/// The effective options that distinguish moving from stationary.
extension TrackingConfig {
    /// The interval of activity updates; at least 500 ms.
    public var activityRecognitionIntervalDuration: Duration {
        .milliseconds(ActivityConfig.activityRecognitionIntervalLimits.clamped(activity.activityRecognitionInterval))
    }

    /// The least confidence, in percent, of an activity that changes the state; 0 to 100.
    public var minimumConfidencePercent: Int {
        ActivityConfig.minimumActivityRecognitionConfidenceLimits.clamped(activity.minimumActivityRecognitionConfidence)
    }

    /// How long the phone must be still before stop detection begins; zero on Android.
    public var stopDetectionDelayDuration: Duration {
        guard platform == .ios else { return .zero }
        return .milliseconds(ActivityConfig.stopDetectionDelayLimits.clamped(activity.stopDetectionDelay))
    }

    /// How long the phone must move before the moving state begins; zero on iOS.
    ///
    /// With significant changes only, at least 60 s. Transistor, native change log.
    public var motionTriggerDelayDuration: Duration {
        guard platform == .android else { return .zero }
        let delay = Duration.milliseconds(ActivityConfig.motionTriggerDelayLimits.clamped(activity.motionTriggerDelay))
        return imitatesSignificantChanges ? max(delay, SignificantChanges.motionTriggerDelay) : delay
    }

    /// How long the phone must be still before location goes off and the state is stationary.
    ///
    /// On Android with significant changes only, at least 20 min. Transistor, native change log.
    public var stopTimeoutDuration: Duration {
        let timeout = Duration.seconds(60 * GeolocationConfig.stopTimeoutLimits.clamped(geolocation.stopTimeout))
        return imitatesSignificantChanges ? max(timeout, SignificantChanges.stopTimeout) : timeout
    }

    /// The time after `start` at which tracking stops by itself; `nil` where it does not.
    public var stopAfterElapsedDuration: Duration? {
        GeolocationConfig.stopAfterElapsedMinutesLimits.applied(to: geolocation.stopAfterElapsedMinutes)
            .map { .seconds(60 * $0) }
    }

    /// The radius in metres around a stop that the phone must leave; 25 to 1000.
    public var stationaryRadiusMeters: Double {
        GeolocationConfig.stationaryRadiusLimits.clamped(geolocation.stationaryRadius)
    }

    /// The consequence of being still in the moving state.
    ///
    /// Transistor, ActivityConfig.disableStopDetection.
    public var stillness: Stillness {
        guard activity.disableStopDetection else { return .stationary }
        guard platform == .ios, geolocation.pausesLocationUpdatesAutomatically else { return .nothing }
        return .pause(after: .seconds(15 * 60))
    }

    /// Whether an activity can begin the moving state.
    ///
    /// False for one that is not configured, for being still, and where the motion service is not used.
    public func triggersMoving(_ activity: Activity) -> Bool {
        !self.activity.disableMotionActivityUpdates && self.activity.triggerActivities.include(activity)
    }
}

/// The consequence of being still in the moving state.
public enum Stillness: Hashable, Sendable {
    /// After `TrackingConfig.stopTimeoutDuration` the state is stationary and location goes off.
    case stationary
    /// The system turns location off, and the stop timeout has no effect.
    case pause(after: Duration)
    /// Location stays on until `changePace(false)` or `stop`.
    case nothing
}
