import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    private static let whenInUse = #"{"geolocation": {"locationAuthorizationRequest": "WhenInUse"}}"#
    private static let rationale = #"{"app": {"backgroundPermissionRationale": {"title": "Allow"}}}"#
    private static let request = "geolocation.locationAuthorizationRequest"

    static let permission: [ConfigWarningCase] =
        [
            ConfigWarningCase(
                .ios,
                .conflict,
                request,
                "geofence events need",
                when: whenInUse,
                not: whenInUse,
                calmApp: AppFacts { $0.usesGeofences = false }
            ),
            ConfigWarningCase(
                .android,
                .conflict,
                request,
                "geofence events need",
                when: #"{"geolocation": {"locationAuthorizationRequest": "Any"}}"#,
                not: #"{"geolocation": {"locationAuthorizationRequest": "Always"}}"#
            ),
            ConfigWarningCase(
                .ios,
                .conflict,
                "app.stopOnTerminate",
                "the permission WhenInUse",
                when:
                    #"{"app": {"stopOnTerminate": false}, "geolocation": {"locationAuthorizationRequest": "WhenInUse"}}"#,
                not: whenInUse,
                #"{"app": {"stopOnTerminate": false}}"#
            ),
            ConfigWarningCase(
                .android,
                .conflict,
                "app.stopOnTerminate",
                "the permission WhenInUse",
                when:
                    #"{"app": {"stopOnTerminate": false}, "geolocation": {"locationAuthorizationRequest": "WhenInUse"}}"#,
                not: whenInUse,
                #"{"app": {"stopOnTerminate": false}}"#
            ),
            ConfigWarningCase(
                .ios,
                .needsApp,
                request,
                "Location Updates",
                when: "{}",
                not: whenInUse,
                #"{"geolocation": {"useSignificantChangesOnly": true}}"#,
                app: AppFacts { $0.hasLocationBackgroundMode = false },
                calmApp: AppFacts { $0.hasLocationBackgroundMode = true }
            ),
            ConfigWarningCase(
                .android,
                .needsOption,
                "app.backgroundPermissionRationale.title",
                "only shown if Always",
                when: """
                    {"app": {"backgroundPermissionRationale": {"message": "Why"}},
                     "geolocation": {"locationAuthorizationRequest": "WhenInUse"}}
                    """,
                not: rationale,
                whenInUse
            ),
            ConfigWarningCase(
                .android,
                .ignoredByPlatform,
                "app.backgroundPermissionRationale.title",
                "Android 11 and later",
                when: rationale,
                not: rationale,
                app: AppFacts { $0.androidAPILevel = 29 },
                calmApp: AppFacts { $0.androidAPILevel = 30 }
            ),
            ConfigWarningCase(
                .android,
                .needsOption,
                "app.backgroundPermissionRationale.title",
                "no longer offers Always",
                when: "{}",
                not: rationale,
                app: AppFacts { $0.androidAPILevel = 30 },
                calmApp: AppFacts { $0.androidAPILevel = 29 }
            ),
            ConfigWarningCase(
                .android,
                .needsOption,
                "app.backgroundPermissionRationale.title",
                "no longer offers Always",
                when: "{}",
                not: rationale,
                whenInUse,
                app: AppFacts { $0.androidAPILevel = 30 },
                calmApp: AppFacts()
            ),
        ]
}
