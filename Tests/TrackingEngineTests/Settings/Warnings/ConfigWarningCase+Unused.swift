import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    /// Options that are stored and not used.
    static let notUsed: [ConfigWarningCase] =
        Platform.allCases.flatMap { everywhere($0) } + alert

    private static func everywhere(_ platform: Platform) -> [ConfigWarningCase] {
        [
            ConfigWarningCase(
                platform,
                .ignored,
                "geolocation.filter.kalmanDebug",
                "inner state is not logged",
                when: #"{"geolocation": {"filter": {"kalmanDebug": true}}}"#,
                not: #"{"geolocation": {"filter": {"kalmanDebug": false}}}"#
            ),
            ConfigWarningCase(
                platform,
                .ignored,
                "geolocation.filter.filterDebug",
                "each rejected or moved fix is logged anyway",
                when: #"{"geolocation": {"filter": {"filterDebug": true}}}"#,
                not: #"{"logger": {"logLevel": 4}}"#
            ),
            ConfigWarningCase(
                platform,
                .ignored,
                "geolocation.disableLocationAuthorizationAlert",
                "onProviderChange",
                when: #"{"geolocation": {"disableLocationAuthorizationAlert": true}}"#
            ),
            ConfigWarningCase(
                platform,
                .ignored,
                "persistence.timestampFormat",
                "always ISO 8601",
                when: #"{"persistence": {"timestampFormat": "yyyy-MM-dd"}}"#,
                not: #"{"persistence": {"timestampFormat": null}}"#
            ),
        ]
    }

    /// One case for each text of the alert; on Android the whole alert is an option of iOS.
    private static let alert: [ConfigWarningCase] = [
        "titleWhenNotEnabled", "titleWhenOff", "instructions", "cancelButton", "settingsButton",
    ].map { name in
        ConfigWarningCase(
            .ios,
            .ignored,
            "geolocation.locationAuthorizationAlert.\(name)",
            "no alert of an insufficient permission is shown",
            when: "{\"geolocation\": {\"locationAuthorizationAlert\": {\"\(name)\": \"text\"}}}",
            not: "{\"geolocation\": {\"locationAuthorizationAlert\": {}}}"
        )
    }
}
