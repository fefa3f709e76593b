import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    private static let noStop = #"{"activity": {"disableStopDetection": true}}"#

    static let stops: [ConfigWarningCase] = [
        ConfigWarningCase(
            .ios,
            .surprising,
            "activity.disableStopDetection",
            "exactly 15 minutes",
            when: noStop,
            not:
                #"{"activity": {"disableStopDetection": true}, "geolocation": {"pausesLocationUpdatesAutomatically": false}}"#
        ),
        ConfigWarningCase(
            .ios,
            .costly,
            "activity.disableStopDetection",
            "drains the battery",
            when:
                #"{"activity": {"disableStopDetection": true}, "geolocation": {"pausesLocationUpdatesAutomatically": false}}"#,
            not: noStop,
            #"{"geolocation": {"pausesLocationUpdatesAutomatically": false}}"#
        ),
        ConfigWarningCase(
            .android,
            .costly,
            "activity.disableStopDetection",
            "only changePace(false) or stop",
            when: noStop
        ),
        ConfigWarningCase(
            .ios,
            .surprising,
            "geolocation.pausesLocationUpdatesAutomatically",
            "alone it does not keep location on",
            when: #"{"geolocation": {"pausesLocationUpdatesAutomatically": false}}"#,
            not:
                #"{"activity": {"disableStopDetection": true}, "geolocation": {"pausesLocationUpdatesAutomatically": false}}"#
        ),
        ConfigWarningCase(
            .ios,
            .conflict,
            "app.preventSuspend",
            "does not work",
            when: #"{"app": {"preventSuspend": true}, "geolocation": {"pausesLocationUpdatesAutomatically": false}}"#,
            not: #"{"app": {"preventSuspend": true}}"#
        ),
        ConfigWarningCase(
            .ios,
            .ignoredByPlatform,
            "geolocation.stopTimeout",
            "no effect",
            when: #"{"activity": {"disableStopDetection": true}, "geolocation": {"stopTimeout": 5}}"#,
            not: noStop,
            #"{"geolocation": {"stopTimeout": 10}}"#
        ),
        ConfigWarningCase(
            .android,
            .ignoredByPlatform,
            "geolocation.stopTimeout",
            "no effect",
            when: #"{"activity": {"disableStopDetection": true}, "geolocation": {"stopTimeout": 10}}"#,
            not: noStop
        ),
        ConfigWarningCase(
            .ios,
            .ignoredByPlatform,
            "activity.stopDetectionDelay",
            "nothing to delay",
            when: #"{"activity": {"disableStopDetection": true, "stopDetectionDelay": 10000}}"#,
            not: #"{"activity": {"stopDetectionDelay": 10000}}"#
        ),
        ConfigWarningCase(
            .ios,
            .conflict,
            "activity.stopOnStationary",
            "never comes by itself",
            when: #"{"activity": {"disableStopDetection": true, "stopOnStationary": true}}"#,
            not: #"{"activity": {"stopOnStationary": true}}"#
        ),
        ConfigWarningCase(
            .android,
            .conflict,
            "activity.stopOnStationary",
            "never comes by itself",
            when: #"{"activity": {"disableStopDetection": true, "stopOnStationary": true}}"#,
            not: #"{"activity": {"stopOnStationary": true}}"#
        ),
        ConfigWarningCase(
            .ios,
            .surprising,
            "activity.stopOnStationary",
            "changePace(false) does not",
            when: #"{"activity": {"stopOnStationary": true}}"#
        ),
        ConfigWarningCase(
            .android,
            .surprising,
            "activity.stopOnStationary",
            "started by hand",
            when: #"{"activity": {"stopOnStationary": true}}"#
        ),
        ConfigWarningCase(
            .ios,
            .costly,
            "geolocation.stopTimeout",
            "more than 15",
            when: #"{"geolocation": {"stopTimeout": 16}}"#,
            not: #"{"geolocation": {"stopTimeout": 15}}"#
        ),
        ConfigWarningCase(
            .android,
            .costly,
            "geolocation.stopTimeout",
            "more than 15",
            when: #"{"geolocation": {"stopTimeout": 16}}"#,
            not: #"{"geolocation": {"stopTimeout": 15}}"#
        ),
        ConfigWarningCase(
            .ios,
            .surprising,
            "geolocation.stopAfterElapsedMinutes",
            "30 minutes after start",
            when: #"{"geolocation": {"stopAfterElapsedMinutes": 30}}"#,
            not: #"{"geolocation": {"stopAfterElapsedMinutes": 0}}"#
        ),
        ConfigWarningCase(
            .android,
            .surprising,
            "geolocation.stopAfterElapsedMinutes",
            "30 minutes after start",
            when: #"{"geolocation": {"stopAfterElapsedMinutes": 30}}"#,
            not: #"{"geolocation": {"stopAfterElapsedMinutes": -1}}"#
        ),
        ConfigWarningCase(
            .ios,
            .surprising,
            "geolocation.stationaryRadius",
            "about 200 m",
            when: #"{"geolocation": {"stationaryRadius": 25}}"#,
            not: #"{"geolocation": {"stationaryRadius": 200}}"#
        ),
        ConfigWarningCase(
            .ios,
            .clamped,
            "geolocation.stationaryRadius",
            "25 m is used",
            when: #"{"geolocation": {"stationaryRadius": 0}}"#,
            not: #"{"geolocation": {"stationaryRadius": 25}}"#
        ),
    ]
}
