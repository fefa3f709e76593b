internal import TrackingModel
internal import VisitModel
extension ConfigReview {
    /// Transistor, ActivityConfig: disableStopDetection, stopDetectionDelay.
    mutating func reviewStopDetection() {
        reviewPausing()
        guard activity.disableStopDetection else { return }
        let path = "activity.disableStopDetection"
        switch config.stillness {
        case .stationary: break
        case .pause:
            warn(.surprising, path, "iOS turns location off by itself after exactly 15 minutes of stillness")
        case .nothing where isIOS:
            warn(
                .costly,
                path,
                "with `geolocation.pausesLocationUpdatesAutomatically` false location never goes off and drains "
                    + "the battery; only for an app that starts and stops tracking itself"
            )
        case .nothing:
            warn(.costly, path, "location never goes off by itself; only changePace(false) or stop turn it off")
        }
        if isSet("geolocation.stopTimeout") {
            warn(.ignoredByPlatform, "geolocation.stopTimeout", "it has no effect with `\(path)`")
        }
        if isIOS, isChanged("activity.stopDetectionDelay") {
            warn(.ignoredByPlatform, "activity.stopDetectionDelay", "there is nothing to delay with `\(path)`")
        }
    }

    private mutating func reviewPausing() {
        guard isIOS, !geolocation.pausesLocationUpdatesAutomatically else { return }
        let path = "geolocation.pausesLocationUpdatesAutomatically"
        if !activity.disableStopDetection {
            warn(
                .surprising,
                path,
                "alone it does not keep location on: `geolocation.stopTimeout` still turns it off; "
                    + "set `activity.disableStopDetection` too if that is intended"
            )
        }
        if config.app.preventSuspend {
            warn(.conflict, "app.preventSuspend", "it does not work with `\(path)` false")
        }
    }

    /// Transistor, ActivityConfig.stopOnStationary; Transistor types, GeoConfig.stopTimeout, stopAfterElapsedMinutes.
    mutating func reviewStops() {
        if activity.stopOnStationary {
            let path = "activity.stopOnStationary"
            if activity.disableStopDetection {
                warn(.conflict, path, "with `activity.disableStopDetection` the stop never comes by itself; call stop")
            }
            warn(
                .surprising,
                path,
                "it ends all tracking, which must then be started by hand; changePace(false) does not set it off"
            )
        }
        if geolocation.stopTimeout > 15 {
            warn(
                .costly,
                "geolocation.stopTimeout",
                "location stays on that long though the phone is still; more than 15 minutes is discouraged"
            )
        }
        if let elapsed = config.stopAfterElapsedDuration {
            warn(
                .surprising,
                "geolocation.stopAfterElapsedMinutes",
                "tracking stops by itself \(elapsed.components.seconds / 60) minutes after start, in the middle "
                    + "of a visit too"
            )
        }
        let radius = config.stationaryRadiusMeters
        if isIOS, isSet("geolocation.stationaryRadius"), radius < 200 {
            warn(
                .surprising,
                "geolocation.stationaryRadius",
                "iOS detects the departure only after about 200 m, even with a smaller radius"
            )
        }
    }

    /// Transistor, ActivityConfig: triggerActivities, disableMotionActivityUpdates, activityRecognitionInterval.
    mutating func reviewMotionService() {
        reviewTriggers()
        let path = "activity.disableMotionActivityUpdates"
        guard activity.disableMotionActivityUpdates else {
            if isIOS, app.hasMotionUsageDescription == false {
                warn(
                    .needsApp,
                    path,
                    """
                    Info.plist lacks NSMotionUsageDescription, without which iOS ends the app at the permission \
                    request
                    """
                )
            }
            if isAndroid, app.hasActivityRecognitionPermission == false {
                warn(
                    .needsApp,
                    path,
                    "the manifest lacks ACTIVITY_RECOGNITION; tracking starts only after 200 to 500 m instead "
                        + "of a few metres"
                )
            }
            if isAndroid, activity.activityRecognitionInterval < 10_000 {
                warn(
                    .costly,
                    "activity.activityRecognitionInterval",
                    "intervals below 10 s are quicker and use more power"
                )
            }
            return
        }
        if isIOS {
            warn(
                .costly,
                path,
                "without the motion service stops and starts are detected in ways that use more power; "
                    + "explain it in NSMotionUsageDescription, and request it"
            )
        } else {
            warn(
                .surprising,
                path,
                "tracking starts only after 200 to 500 m, by a geofence, instead of after a few metres"
            )
        }
        let unused = [
            "activity.activityRecognitionInterval", "activity.minimumActivityRecognitionConfidence",
            "activity.motionTriggerDelay",
        ]
        for option in unused
        where isChanged(option) && ConfigOption.named(option)?.platforms.contains(config.platform) == true {
            warn(.ignoredByPlatform, option, "there is no motion service with `\(path)`")
        }
    }

    private mutating func reviewTriggers() {
        let path = "activity.triggerActivities"
        guard Set(activity.triggerActivities) != Set(TriggerActivity.allCases) else { return }
        if activity.triggerActivities.isEmpty {
            warn(.conflict, path, "no activity can begin the moving state; only changePace(true) can")
        }
        if activity.disableMotionActivityUpdates {
            warn(
                .conflict,
                path,
                "without the motion service (`activity.disableMotionActivityUpdates`) no activity is known"
            )
        } else {
            let isDeclared = isIOS ? app.hasMotionUsageDescription : app.hasActivityRecognitionPermission
            if isDeclared != true {
                let name = isIOS ? "Motion & Fitness" : "Physical Activity (Android 10 and later)"
                warn(.needsApp, path, "the member must grant \(name), or no activity is known")
            }
        }
    }
}
