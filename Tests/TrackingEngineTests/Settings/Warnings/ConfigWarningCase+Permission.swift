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
                .ios,
                .needsApp,
                "geolocation.disableLocationAuthorizationAlert",
                "onProviderChange",
                when: #"{"geolocation": {"disableLocationAuthorizationAlert": true}}"#
            ),
            ConfigWarningCase(
                .android,
                .needsApp,
                "geolocation.disableLocationAuthorizationAlert",
                "onProviderChange",
                when: #"{"geolocation": {"disableLocationAuthorizationAlert": true}}"#
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
        ] + alert

    /// Each text of the alert missing beside the four others, one case for each.
    private static let alert: [ConfigWarningCase] = {
        let names = ["titleWhenNotEnabled", "titleWhenOff", "instructions", "cancelButton", "settingsButton"]
        func document(_ names: [String]) -> String {
            let texts = names.map { "\"\($0)\": \"text\"" }.joined(separator: ", ")
            return "{\"geolocation\": {\"locationAuthorizationAlert\": {\(texts)}}}"
        }
        return names.map { name in
            ConfigWarningCase(
                .ios,
                .missingKey,
                "geolocation.locationAuthorizationAlert.\(name)",
                "empty text",
                when: document(names.filter { $0 != name }),
                not: document(names)
            )
        }
    }()
}
