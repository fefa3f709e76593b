import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    private static let noMotion = #"{"activity": {"disableMotionActivityUpdates": true}}"#

    static let motion: [ConfigWarningCase] =
        [
            ConfigWarningCase(
                .ios,
                .needsApp,
                "activity.triggerActivities",
                "Motion & Fitness",
                when: #"{"activity": {"triggerActivities": ["in_vehicle"]}}"#,
                not: #"{"activity": {"triggerActivities": "walking,running,on_foot,on_bicycle,in_vehicle"}}"#
            ),
            ConfigWarningCase(
                .ios,
                .needsApp,
                "activity.triggerActivities",
                "Motion & Fitness",
                when: #"{"activity": {"triggerActivities": ["in_vehicle"]}}"#,
                not: #"{"activity": {"triggerActivities": ["in_vehicle"]}}"#,
                calmApp: AppFacts { $0.hasMotionUsageDescription = true }
            ),
            ConfigWarningCase(
                .android,
                .needsApp,
                "activity.triggerActivities",
                "Physical Activity",
                when: #"{"activity": {"triggerActivities": ["in_vehicle"]}}"#,
                not: #"{"activity": {"triggerActivities": ["in_vehicle"]}}"#,
                calmApp: AppFacts { $0.hasActivityRecognitionPermission = true }
            ),
            ConfigWarningCase(
                .ios,
                .conflict,
                "activity.triggerActivities",
                "no activity can begin",
                when: #"{"activity": {"triggerActivities": []}}"#,
                not: #"{"activity": {"triggerActivities": ["walking"]}}"#
            ),
            ConfigWarningCase(
                .android,
                .conflict,
                "activity.triggerActivities",
                "without the motion service",
                when: #"{"activity": {"triggerActivities": ["walking"], "disableMotionActivityUpdates": true}}"#,
                not: noMotion
            ),
            ConfigWarningCase(
                .ios,
                .conflict,
                "activity.triggerActivities",
                "without the motion service",
                when: #"{"activity": {"triggerActivities": ["walking"], "disableMotionActivityUpdates": true}}"#,
                not: noMotion
            ),
            ConfigWarningCase(
                .ios,
                .costly,
                "activity.disableMotionActivityUpdates",
                "NSMotionUsageDescription",
                when: noMotion
            ),
            ConfigWarningCase(
                .android,
                .surprising,
                "activity.disableMotionActivityUpdates",
                "200 to 500 m",
                when: noMotion
            ),
            ConfigWarningCase(
                .ios,
                .needsApp,
                "activity.disableMotionActivityUpdates",
                "lacks NSMotionUsageDescription",
                when: "{}",
                not: noMotion,
                "{}",
                app: AppFacts { $0.hasMotionUsageDescription = false },
                calmApp: AppFacts()
            ),
            ConfigWarningCase(
                .android,
                .needsApp,
                "activity.disableMotionActivityUpdates",
                "lacks ACTIVITY_RECOGNITION",
                when: "{}",
                not: noMotion,
                app: AppFacts { $0.hasActivityRecognitionPermission = false },
                calmApp: AppFacts { $0.hasActivityRecognitionPermission = true }
            ),
            ConfigWarningCase(
                .ios,
                .ignoredByPlatform,
                "activity.activityRecognitionInterval",
                "an option of Android: Core Motion reports changes by itself and takes no interval",
                when: #"{"activity": {"activityRecognitionInterval": 5000}}"#,
                not: #"{"activity": {"activityRecognitionInterval": 10000}}"#
            ),
            ConfigWarningCase(
                .android,
                .costly,
                "activity.activityRecognitionInterval",
                "use more power",
                when: #"{"activity": {"activityRecognitionInterval": 5000}}"#,
                not: #"{"activity": {"activityRecognitionInterval": 5000, "disableMotionActivityUpdates": true}}"#,
                #"{"activity": {"activityRecognitionInterval": 20000}}"#
            ),
            ConfigWarningCase(
                .android,
                .clamped,
                "activity.activityRecognitionInterval",
                "500 ms is used",
                when: #"{"activity": {"activityRecognitionInterval": 499}}"#,
                not: #"{"activity": {"activityRecognitionInterval": 500}}"#
            ),
            ConfigWarningCase(
                .android,
                .clamped,
                "activity.minimumActivityRecognitionConfidence",
                "100 % is used",
                when: #"{"activity": {"minimumActivityRecognitionConfidence": 101}}"#,
                not: #"{"activity": {"minimumActivityRecognitionConfidence": 100}}"#
            ),
        ] + unused

    /// Options that ask a motion service that is not there.
    private static let unused: [ConfigWarningCase] = [
        (.android, "activityRecognitionInterval", 5000),
        (.ios, "minimumActivityRecognitionConfidence", 90), (.android, "minimumActivityRecognitionConfidence", 90),
        (.android, "motionTriggerDelay", 5000),
    ].map { platform, name, value in
        ConfigWarningCase(
            platform,
            .ignoredByPlatform,
            "activity.\(name)",
            "no motion service",
            when: "{\"activity\": {\"\(name)\": \(value), \"disableMotionActivityUpdates\": true}}",
            not: "{\"activity\": {\"\(name)\": \(value)}}",
            noMotion
        )
    }
}
