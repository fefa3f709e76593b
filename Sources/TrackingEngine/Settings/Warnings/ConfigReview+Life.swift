internal import TrackingModel
internal import VisitModel
extension ConfigReview {
    /// Transistor, AppConfig: stopOnTerminate, startOnBoot, enableHeadless.
    mutating func reviewTermination() {
        if !config.app.stopOnTerminate {
            if isAndroid, !config.uploads {
                warn(
                    .needsOption,
                    "app.stopOnTerminate",
                    "after the app has ended nothing fetches the records; set `http.url` so that they are uploaded"
                )
            }
            if isIOS {
                warn(
                    .surprising,
                    "app.stopOnTerminate",
                    "iOS resumes tracking only after the phone has moved about 200 m from where the app ended"
                )
            }
        }
        reviewBoot()
        if isAndroid, config.app.enableHeadless, config.app.stopOnTerminate {
            warn(.needsOption, "app.enableHeadless", "tracking ends with the app; set `app.stopOnTerminate` to false")
        }
    }

    private mutating func reviewBoot() {
        let path = "app.startOnBoot"
        guard config.app.startOnBoot else { return }
        if config.app.stopOnTerminate {
            warn(
                .surprising,
                path,
                "if the member has ended the app before the reboot, tracking was stopped and stays off; "
                    + "set `app.stopOnTerminate` to false"
            )
        }
        if isIOS {
            warn(
                .surprising,
                path,
                "iOS can't resume at once: it waits for the exit of a geofence or for a Background Fetch, about "
                    + "every 15 minutes"
            )
        } else if !config.app.enableHeadless {
            warn(
                .surprising,
                path,
                "events wait until the app's own code runs; set `app.enableHeadless` to handle them before"
            )
        }
    }

    /// Transistor, AppConfig: heartbeatInterval, preventSuspend; Transistor, BGGeo.onHeartbeat.
    mutating func reviewHeartbeat() {
        let path = "app.heartbeatInterval"
        let wanted = config.app.heartbeatInterval > 0
        if config.preventsSuspension {
            warn(.costly, "app.preventSuspend", "it uses much power; use it for a limited time, never around the clock")
        }
        if isIOS, wanted, isSet(path), !config.app.preventSuspend {
            warn(.needsOption, path, "iOS has heartbeats only with `app.preventSuspend`")
        }
        guard config.heartbeatIntervalDuration != nil else { return }
        if isIOS {
            warn(
                .surprising,
                path,
                "unplugged and with the screen off, heartbeats end about 2 minutes after the app went to the "
                    + "background, until the screen goes on or the phone moves"
            )
        }
        if activity.disableStopDetection {
            warn(
                .conflict,
                path,
                "heartbeats come while the phone is stationary, and with `activity.disableStopDetection` it is "
                    + "not by itself"
            )
        }
    }

    /// Transistor, AppConfig: schedule, scheduleUseAlarmManager.
    mutating func reviewSchedule() {
        let hasSchedule = !config.app.schedule.isEmpty
        if isAndroid, config.app.scheduleUseAlarmManager, !hasSchedule {
            warn(.needsOption, "app.scheduleUseAlarmManager", "there is no `app.schedule` to make exact")
        }
        guard hasSchedule else { return }
        let path = "app.schedule"
        if app.startsSchedule != true {
            warn(.needsApp, path, "it does nothing until the app calls startSchedule after ready")
        }
        if isIOS {
            warn(
                .surprising,
                path,
                "iOS evaluates it only when the app is awake: at a pause or resume, a fix or a Background Fetch; "
                    + "edges come late"
            )
        } else if !config.isScheduleExact {
            reviewInexactSchedule()
        }
    }

    private mutating func reviewInexactSchedule() {
        let (path, cure) = ("app.schedule", "set `app.scheduleUseAlarmManager`")
        let latest = Scheduler.greatestLatenessInDozeMinutes
        warn(
            .surprising,
            path,
            "its edges come up to \(Scheduler.greatestLatenessMinutes) minutes late, in Doze up to \(latest) or more; "
                + "\(cure) for exact ones"
        )
        let schedule = Schedule(config.app.schedule.compactMap { try? ScheduleEntry($0) })
        if let short = schedule.entries(shorterThan: latest).first {
            warn(.conflict, path, "`\(short)` is missed whole when the alarm of its start comes after its end; \(cure)")
        }
    }
}
