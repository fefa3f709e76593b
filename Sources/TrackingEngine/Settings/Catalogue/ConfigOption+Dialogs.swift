internal import VisitModel

extension ConfigOption {
    private static let alertOption = ConfigOptionGroup(
        "geolocation.locationAuthorizationAlert",
        \.geolocation.locationAuthorizationAlert,
        on: [.ios]
    )

    static let locationAuthorizationAlert: [ConfigOption] = [
        alertOption(
            "titleWhenNotEnabled",
            \.titleWhenNotEnabled,
            "The alert's title where location is switched off for the app"
        ),
        alertOption("titleWhenOff", \.titleWhenOff, "The alert's title where location is switched off for the phone"),
        alertOption("instructions", \.instructions, "What the member should do"),
        alertOption("cancelButton", \.cancelButton, "The button that leaves things as they are"),
        alertOption("settingsButton", \.settingsButton, "The button that opens Settings"),
    ]

    private static let rationaleOption = ConfigOptionGroup(
        "app.backgroundPermissionRationale",
        \.app.backgroundPermissionRationale,
        on: [.android]
    )

    static let permissionRationale: [ConfigOption] = [
        rationaleOption(
            "title",
            \.title,
            "The title of the dialog that leads to the system's page for location in the background"
        ),
        rationaleOption("message", \.message, "Why the app wants location in the background"),
        rationaleOption("positiveAction", \.positiveAction, "The button that leads to the system's page"),
        rationaleOption("negativeAction", \.negativeAction, "The button that leaves things as they are"),
    ]
}
