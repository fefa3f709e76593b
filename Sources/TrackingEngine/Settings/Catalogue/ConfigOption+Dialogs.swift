internal import VisitModel

extension ConfigOption {
    static let locationAuthorizationAlert: [ConfigOption] = [
        ConfigOption(
            "geolocation.locationAuthorizationAlert.titleWhenNotEnabled",
            \.geolocation.locationAuthorizationAlert.titleWhenNotEnabled,
            on: [.ios],
            "The alert's title where location is switched off for the app"
        ),
        ConfigOption(
            "geolocation.locationAuthorizationAlert.titleWhenOff",
            \.geolocation.locationAuthorizationAlert.titleWhenOff,
            on: [.ios],
            "The alert's title where location is switched off for the phone"
        ),
        ConfigOption(
            "geolocation.locationAuthorizationAlert.instructions",
            \.geolocation.locationAuthorizationAlert.instructions,
            on: [.ios],
            "What the member should do"
        ),
        ConfigOption(
            "geolocation.locationAuthorizationAlert.cancelButton",
            \.geolocation.locationAuthorizationAlert.cancelButton,
            on: [.ios],
            "The button that leaves things as they are"
        ),
        ConfigOption(
            "geolocation.locationAuthorizationAlert.settingsButton",
            \.geolocation.locationAuthorizationAlert.settingsButton,
            on: [.ios],
            "The button that opens Settings"
        ),
    ]

    static let permissionRationale: [ConfigOption] = [
        ConfigOption(
            "app.backgroundPermissionRationale.title",
            \.app.backgroundPermissionRationale.title,
            on: [.android],
            "The title of the dialog that leads to the system's page for location in the background"
        ),
        ConfigOption(
            "app.backgroundPermissionRationale.message",
            \.app.backgroundPermissionRationale.message,
            on: [.android],
            "Why the app wants location in the background"
        ),
        ConfigOption(
            "app.backgroundPermissionRationale.positiveAction",
            \.app.backgroundPermissionRationale.positiveAction,
            on: [.android],
            "The button that leads to the system's page"
        ),
        ConfigOption(
            "app.backgroundPermissionRationale.negativeAction",
            \.app.backgroundPermissionRationale.negativeAction,
            on: [.android],
            "The button that leaves things as they are"
        ),
    ]
}
