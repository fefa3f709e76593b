public import VisitModel

/// What the engine goes by to tell moving from stationary.
extension TrackingConfig {
    /// Between two questions to the motion service; at least 500 ms.
    public var activityRecognitionIntervalDuration: Duration {
        .milliseconds(ActivityConfig.activityRecognitionIntervalLimits.clamped(activity.activityRecognitionInterval))
    }

    /// Percent of confidence from which an activity changes the state; 0 to 100.
    public var minimumConfidencePercent: Int {
        ActivityConfig.minimumActivityRecognitionConfidenceLimits.clamped(activity.minimumActivityRecognitionConfidence)
    }

    /// How long the phone must be still before the detection of a stop engages; zero on Android.
    public var stopDetectionDelayDuration: Duration {
        guard platform == .ios else { return .zero }
        return .milliseconds(ActivityConfig.stopDetectionDelayLimits.clamped(activity.stopDetectionDelay))
    }

    /// How long the phone must move before the moving state begins; zero on iOS.
    ///
    /// With significant changes only at least 60 s. Transistor, native change log.
    public var motionTriggerDelayDuration: Duration {
        guard platform == .android else { return .zero }
        let delay = Duration.milliseconds(ActivityConfig.motionTriggerDelayLimits.clamped(activity.motionTriggerDelay))
        return imitatesSignificantChanges ? max(delay, SignificantChanges.motionTriggerDelay) : delay
    }

    /// How long the phone must be still before location goes off and the state is stationary.
    ///
    /// On Android with significant changes only at least 20 min. Transistor, native change log.
    public var stopTimeoutDuration: Duration {
        let timeout = Duration.seconds(60 * GeolocationConfig.stopTimeoutLimits.clamped(geolocation.stopTimeout))
        return imitatesSignificantChanges ? max(timeout, SignificantChanges.stopTimeout) : timeout
    }

    /// How long after `start` tracking stops by itself; `nil` where it does not.
    public var stopAfterElapsedDuration: Duration? {
        GeolocationConfig.stopAfterElapsedMinutesLimits.applied(to: geolocation.stopAfterElapsedMinutes)
            .map { .seconds(60 * $0) }
    }

    /// Metres around the place of a stop that must be left; 25 to 1000.
    public var stationaryRadiusMeters: Double {
        GeolocationConfig.stationaryRadiusLimits.clamped(geolocation.stationaryRadius)
    }

    /// What ends a stay in the moving state where the phone is still.
    ///
    /// Transistor, ActivityConfig.disableStopDetection.
    public var stillness: Stillness {
        guard activity.disableStopDetection else { return .stationary }
        guard platform == .ios, geolocation.pausesLocationUpdatesAutomatically else { return .nothing }
        return .pause(after: .seconds(15 * 60))
    }

    /// Whether an activity can begin the moving state.
    ///
    /// - Parameter activity: what the motion service said.
    /// - Returns: false for one that is not named, for being still, and where the motion service is not used.
    public func triggersMoving(_ activity: Activity) -> Bool {
        !self.activity.disableMotionActivityUpdates && self.activity.triggerActivities.include(activity)
    }
}

/// What happens to a moving phone that has become still.
public enum Stillness: Hashable, Sendable {
    /// After `TrackingConfig.stopTimeoutDuration` the state is stationary and location goes off.
    case stationary
    /// The system turns location off, and the stop timeout has no effect.
    case pause(after: Duration)
    /// Location stays on until `changePace(false)` or `stop`.
    case nothing
}
