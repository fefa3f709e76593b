import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    private static let outlives = #"{"app": {"stopOnTerminate": false}}"#
    private static let scheduled = #"{"app": {"schedule": ["2-6 09:00-17:00"]}}"#

    static let app: [ConfigWarningCase] = life + boot + heartbeat + schedule + notification

    private static let life: [ConfigWarningCase] = [
        ConfigWarningCase(
            .android,
            .needsOption,
            "app.stopOnTerminate",
            "`http.url`",
            when: outlives,
            not: #"{"app": {"stopOnTerminate": false}, "http": {"url": "https://a.example"}}"#
        ),
        ConfigWarningCase(.ios, .surprising, "app.stopOnTerminate", "about 200 m", when: outlives),
        ConfigWarningCase(
            .android,
            .needsOption,
            "app.enableHeadless",
            "`app.stopOnTerminate` to false",
            when: #"{"app": {"enableHeadless": true}}"#,
            not: #"{"app": {"enableHeadless": true, "stopOnTerminate": false}}"#
        ),
    ]

    private static let boot: [ConfigWarningCase] = [
        ConfigWarningCase(
            .ios,
            .surprising,
            "app.startOnBoot",
            "ended the app before the reboot",
            when: #"{"app": {"startOnBoot": true}}"#,
            not: #"{"app": {"startOnBoot": true, "stopOnTerminate": false}}"#
        ),
        ConfigWarningCase(
            .android,
            .surprising,
            "app.startOnBoot",
            "ended the app before the reboot",
            when: #"{"app": {"startOnBoot": true}}"#,
            not: #"{"app": {"startOnBoot": true, "stopOnTerminate": false}}"#
        ),
        ConfigWarningCase(
            .ios,
            .surprising,
            "app.startOnBoot",
            "every 15 minutes",
            when: #"{"app": {"startOnBoot": true, "stopOnTerminate": false}}"#
        ),
        ConfigWarningCase(
            .android,
            .surprising,
            "app.startOnBoot",
            "`app.enableHeadless`",
            when: #"{"app": {"startOnBoot": true}}"#,
            not: #"{"app": {"startOnBoot": true, "enableHeadless": true}}"#
        ),
    ]

    private static let heartbeat: [ConfigWarningCase] = [
        ConfigWarningCase(
            .ios,
            .costly,
            "app.preventSuspend",
            "never around the clock",
            when: #"{"app": {"preventSuspend": true}}"#
        ),
        // 60 is the default: naming it says that heartbeats are meant.
        ConfigWarningCase(
            .ios,
            .needsOption,
            "app.heartbeatInterval",
            "`app.preventSuspend`",
            when: #"{"app": {"heartbeatInterval": 60}}"#,
            not: #"{"app": {"heartbeatInterval": 60, "preventSuspend": true}}"#,
            #"{"app": {"heartbeatInterval": -1}}"#
        ),
        ConfigWarningCase(
            .ios,
            .surprising,
            "app.heartbeatInterval",
            "about 2 minutes",
            when: #"{"app": {"preventSuspend": true}}"#,
            not: #"{"app": {"preventSuspend": true, "heartbeatInterval": -1}}"#
        ),
        ConfigWarningCase(
            .android,
            .clamped,
            "app.heartbeatInterval",
            "60 s is used",
            when: #"{"app": {"heartbeatInterval": 59}}"#,
            not: #"{"app": {"heartbeatInterval": 60}}"#,
            #"{"app": {"heartbeatInterval": 0}}"#
        ),
        ConfigWarningCase(
            .android,
            .conflict,
            "app.heartbeatInterval",
            "while the phone is stationary",
            when: #"{"app": {"heartbeatInterval": 60}, "activity": {"disableStopDetection": true}}"#,
            not: #"{"app": {"heartbeatInterval": 60}}"#,
            #"{"activity": {"disableStopDetection": true}}"#
        ),
        ConfigWarningCase(
            .ios,
            .conflict,
            "app.heartbeatInterval",
            "while the phone is stationary",
            when: #"{"app": {"preventSuspend": true}, "activity": {"disableStopDetection": true}}"#,
            not: #"{"app": {"preventSuspend": true}}"#
        ),
    ]

    private static let schedule: [ConfigWarningCase] = [
        ConfigWarningCase(
            .ios,
            .needsApp,
            "app.schedule",
            "startSchedule",
            when: scheduled,
            not: scheduled,
            calmApp: AppFacts { $0.startsSchedule = true }
        ),
        ConfigWarningCase(
            .android,
            .needsApp,
            "app.schedule",
            "startSchedule",
            when: scheduled,
            not: scheduled,
            calmApp: AppFacts { $0.startsSchedule = true }
        ),
        ConfigWarningCase(.ios, .surprising, "app.schedule", "edges come late", when: scheduled),
        ConfigWarningCase(
            .android,
            .surprising,
            "app.schedule",
            "up to 70 minutes late, in Doze up to 85 or more",
            when: scheduled,
            not: #"{"app": {"schedule": ["2-6 09:00-17:00"], "scheduleUseAlarmManager": true}}"#
        ),
        ConfigWarningCase(
            .android,
            .conflict,
            "app.schedule",
            "`1-7 08:00-09:00` is missed whole when the alarm of its start comes after its end; "
                + "set `app.scheduleUseAlarmManager`",
            when: #"{"app": {"schedule": ["2-6 10:00-18:00", "1-7 8:00-9:00"]}}"#,
            not: #"{"app": {"schedule": ["1-7 08:00-09:00"], "scheduleUseAlarmManager": true}}"#,
            #"{"app": {"schedule": ["1-7 08:00-09:25"]}}"#,
            #"{"app": {"schedule": ["1-7 08:00-09:00", "1-7 09:00-10:00"]}}"#
        ),
        ConfigWarningCase(
            .android,
            .needsOption,
            "app.scheduleUseAlarmManager",
            "no `app.schedule`",
            when: #"{"app": {"scheduleUseAlarmManager": true}}"#,
            not: #"{"app": {"schedule": ["2-6 09:00-17:00"], "scheduleUseAlarmManager": true}}"#
        ),
    ]

    private static let notification: [ConfigWarningCase] = [
        ConfigWarningCase(
            .android,
            .ignored,
            "app.notification.sticky",
            "as long as tracking is on",
            when: #"{"app": {"notification": {"sticky": true}}}"#,
            not: #"{"app": {"notification": {"sticky": false}}}"#
        ),
        ConfigWarningCase(
            .android,
            .ignored,
            "app.notification.layout",
            "a layout of the app",
            when: #"{"app": {"notification": {"layout": "small"}}}"#,
            not: #"{"app": {"notification": {"largeIcon": "drawable/run"}}}"#
        ),
        ConfigWarningCase(
            .android,
            .ignored,
            "app.notification.strings",
            "texts for a layout",
            when: #"{"app": {"notification": {"strings": {"line": "Hello"}}}}"#,
            not: #"{"app": {"notification": {"strings": {}}}}"#
        ),
        ConfigWarningCase(
            .android,
            .ignored,
            "app.notification.actions",
            "buttons of the app",
            when: #"{"app": {"notification": {"actions": ["pause"]}}}"#,
            not: #"{"app": {"notification": {"actions": []}}}"#
        ),
    ]
}
