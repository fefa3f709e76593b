import VisitModel

extension ConfigOption {
    private typealias Limits = ActivityConfig

    /// The options that distinguish moving from stationary.
    static let activity: [ConfigOption] = [
        ConfigOption(
            "activity.activityRecognitionInterval",
            \.activity.activityRecognitionInterval,
            in: .milliseconds,
            within: .both(Limits.activityRecognitionIntervalLimits),
            "How often the motion service is polled; shorter intervals are quicker and use more power"
        ),
        ConfigOption(
            "activity.minimumActivityRecognitionConfidence",
            \.activity.minimumActivityRecognitionConfidence,
            in: .percent,
            within: .both(Limits.minimumActivityRecognitionConfidenceLimits),
            "The confidence from which an activity changes the state between moving and stationary"
        ),
        ConfigOption(
            "activity.disableStopDetection",
            \.activity.disableStopDetection,
            "The motion service never ends the moving state"
        ),
        ConfigOption(
            "activity.stopOnStationary",
            \.activity.stopOnStationary,
            "Stops all tracking when geolocation.stopTimeout has run out"
        ),
        ConfigOption(
            "activity.stopDetectionDelay",
            \.activity.stopDetectionDelay,
            on: [.ios],
            in: .milliseconds,
            within: .both(Limits.stopDetectionDelayLimits),
            "How long the phone must be still before the detection of a stop engages"
        ),
        ConfigOption(
            "activity.motionTriggerDelay",
            \.activity.motionTriggerDelay,
            on: [.android],
            in: .milliseconds,
            within: .both(Limits.motionTriggerDelayLimits),
            "How long the phone must move before the moving state begins"
        ),
        ConfigOption(
            "activity.triggerActivities",
            \.activity.triggerActivityList,
            "The activities that can begin the moving state"
        ),
        ConfigOption(
            "activity.disableMotionActivityUpdates",
            \.activity.disableMotionActivityUpdates,
            "Does not use the motion service, and does not request its permission"
        ),
    ]
}
